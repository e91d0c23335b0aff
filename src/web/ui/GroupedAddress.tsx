/** An address in full, in groups of four, six to a line, the first and last stronger: for comparing by eye. Copying it gives no spaces. */
export function GroupedAddress({ address }: { address: string }) {
  const groups = address.match(/.{1,4}/g) ?? []
  return (
    <p className="max-w-80 font-mono text-17 leading-7 break-normal">
      {groups.map((group, index) => (
        <span
          // The groups of one address never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is what tells two equal groups apart
          key={index}
          className={
            index === 0 || index === groups.length - 1
              ? 'me-2 inline-block font-semibold text-accent'
              : 'me-2 inline-block'
          }
        >
          {group}
        </span>
      ))}
    </p>
  )
}
