import { useAllTexts } from '#web/claim/language/Language.tsx'

interface ChannelNoteProps {
  /** A sentence before it. */
  lead?: string
  /** The sentence that names the channel: its parts before and after the name. */
  around: readonly string[]
  channelUrl: string | null
}

/** Points to the project's channel for claimants. */
export function ChannelNote({ lead, around: [before, after], channelUrl }: ChannelNoteProps) {
  const { channel, unnamedChannel } = useAllTexts().claim
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
