import { useTexts } from '#web/claim/language/Language.tsx'

interface ChannelNoteProps {
  channelUrl: string | null
  isUnderWay: boolean
}

/** That the tokens are on their way, and where the news is. */
export function ChannelNote({ channelUrl, isUnderWay }: ChannelNoteProps) {
  const { soon, underWay, updates, channel, unnamedChannel } = useTexts().claim
  const [before, after] = updates
  return (
    <p>
      {isUnderWay ? underWay : soon} {before}
      {channelUrl ? (
        <a
          href={channelUrl}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-accent underline underline-offset-4"
        >
          {channel}
        </a>
      ) : (
        unnamedChannel
      )}
      {after}
    </p>
  )
}
