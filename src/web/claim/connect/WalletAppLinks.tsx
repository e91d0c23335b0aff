import { useTexts } from '#web/claim/language/Language.tsx'
import { fill } from '#web/ui/fill.ts'
import { WALLET_APPS } from './wallet-apps.ts'

/** Links into the browsers of wallet apps, for a phone whose own browser has no wallet. */
export function WalletAppLinks({ page }: { page: string }) {
  const { noWalletOnPhone, openIn } = useTexts().connect
  return (
    <div className="space-y-2">
      <p>{noWalletOnPhone}</p>
      <ul className="grid gap-2 min-[360px]:grid-cols-2">
        {WALLET_APPS.map(({ name, icon, link }) => (
          <li key={name}>
            <a
              href={link(page)}
              rel="noreferrer"
              aria-label={fill(openIn, { wallet: name })}
              className="flex min-h-12 items-center gap-2 rounded-control border border-control px-2 font-medium hover:bg-well"
            >
              <img src={icon} alt="" className="size-7 shrink-0 rounded-small" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
