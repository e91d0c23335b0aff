/** Has this process make files and folders for their owner alone, whatever the shell that started it allows. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
