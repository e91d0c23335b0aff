type PluralForms = { other: string } & { [F in Intl.LDMLPluralRule]?: string }

/** Returns a function that picks the form of a word that goes with a count, by a language's rules. */
export function pluralOf(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => forms[rules.select(count)] ?? forms.other
}
