/** Waits for work whose reply is only that it is done. */
export async function ok(work: Promise<unknown>): Promise<{ ok: true }> {
  await work
  return { ok: true }
}
