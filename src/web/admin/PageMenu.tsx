import type { Tab } from '#web/ui/Tabs.tsx'
import { SelectField } from './SelectField.tsx'

interface PageMenuProps {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect(id: string): void
}

/** The tab bar as a menu, for narrow windows. */
export function PageMenu({ label, tabs, selected, onSelect }: PageMenuProps) {
  return (
    <div className="space-y-6 pt-4">
      <SelectField
        label={label}
        value={selected}
        options={tabs.map(({ id, title }) => ({ value: id, name: title }))}
        onSelect={onSelect}
      />
      {tabs.find(({ id }) => id === selected)?.content}
    </div>
  )
}
