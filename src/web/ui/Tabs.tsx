import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './basics.tsx'

interface Tab {
  id: string
  title: string
  content: ReactNode
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect(id: string): void
  /** The inner tabs of a tab are drawn lighter. */
  level?: 'page' | 'inner'
  /** Shown in place of the bar, where that has no room. What is in the page stays as it is: nothing typed is lost. */
  menu?: ReactNode
}

/** Without a bar the content is no tab's panel. */
const NO_PANEL = { role: undefined, tabIndex: undefined, 'aria-labelledby': undefined }

/** Tabs of which only the selected one is in the page. */
export function Tabs({ label, tabs, selected, onSelect, level = 'page', menu }: TabsProps) {
  return (
    <RadixTabs.Root value={selected} onValueChange={onSelect}>
      {menu ?? (
        <RadixTabs.List
          aria-label={label}
          className="flex gap-6 overflow-x-auto overflow-y-hidden border-b border-line"
        >
          {tabs.map(({ id, title }) => (
            <RadixTabs.Trigger
              key={id}
              value={id}
              className={classNames(
                '-mb-px border-b-2 border-transparent whitespace-nowrap focus-visible:-outline-offset-2 text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink',
                level === 'page' ? 'py-3 font-semibold' : 'py-2 font-medium',
              )}
            >
              {title}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
      )}
      {tabs.map(({ id, content }) => (
        <RadixTabs.Content
          key={id}
          value={id}
          className={level === 'page' ? 'pt-4' : 'pt-6'}
          {...(menu !== undefined && NO_PANEL)}
        >
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
