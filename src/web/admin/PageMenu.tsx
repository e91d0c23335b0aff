import type { Tab } from '#web/ui/Tabs.tsx'
import { SelectField } from './SelectField.tsx'

interface PageMenuProps {
  label: string
  tabs: readonly Pick<Tab, 'id' | 'title'>[]
  selected: string
  onSelect(id: string): void
}

/** The tab bar as a menu, for narrow windows. */
export function PageMenu({ label, tabs, selected, onSelect }: PageMenuProps) {
  return (
    <div className="pt-4">
      <SelectField
        label={label}
        value={selected}
        options={tabs.map(({ id, title }) => ({ value: id, name: title }))}
        onSelect={onSelect}
      />
    </div>
  )
}
