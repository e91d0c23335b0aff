/** That the tokens are on their way, and where the news is. */
export function ChannelNote({ channelUrl }: { channelUrl: string | null }) {
  return (
    <p>
      Your tokens will be sent soon. Updates appear on{' '}
      {channelUrl ? (
        <a
          href={channelUrl}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-accent underline underline-offset-4"
        >
          the messaging channel
        </a>
      ) : (
        "the project's messaging channel"
      )}
      .
    </p>
  )
}
