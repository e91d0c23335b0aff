import { useTexts } from '#web/claim/language/Language.tsx'

interface ChannelNoteProps {
  /** What is said before. */
  lead?: string
  /** The sentence that names the channel: what stands before the name, and after it. */
  around: readonly string[]
  channelUrl: string | null
}

/** Where claimants and the project meet. */
export function ChannelNote({ lead, around: [before, after], channelUrl }: ChannelNoteProps) {
  const { channel, unnamedChannel } = useTexts().claim
  return (
    <p>
      {lead} {before}
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
