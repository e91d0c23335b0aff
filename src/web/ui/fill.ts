declare const places: unique symbol
declare const forms: unique symbol

/** A text with places for values, `"Open in {wallet}"`. It is no string: `fill` makes one of it. */
export interface Template<Place extends string> {
  readonly [places]: Place
}

/** A text that goes with a count, in the plural forms of its language (CLDR). `fillCount` makes a string of it. */
interface CountTemplate<Place extends string> {
  readonly [forms]: Place
}

type PlaceIn<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlaceIn<Rest>
  : never

/** A text whose letters the compiler does not know counts as one with places. */
type TextOf<Text extends string> = string extends Text
  ? Template<string>
  : [PlaceIn<Text>] extends [never]
    ? string
    : Template<PlaceIn<Text>>

/** The types of a tree of texts: those with places are templates. */
type TextsOf<Tree> = Tree extends string
  ? TextOf<Tree>
  : Tree extends { one: infer One extends string; other: infer Other extends string }
    ? CountTemplate<PlaceIn<One | Other>>
    : { readonly [Key in keyof Tree]: TextsOf<Tree[Key]> }

type Values<Place extends string> = Readonly<Record<Place, string | number>>

/** Returns English texts with the types that follow from them. */
export function defineTexts<const Tree>(english: Tree): TextsOf<Tree> {
  return english as TextsOf<Tree>
}

/** Puts values into a text. A value is put in as it is, whatever it contains. */
export function fill<Place extends string>(
  template: Template<Place>,
  values: Values<NoInfer<Place>>,
): string {
  const text = template as unknown as string
  return text.replace(/\{(\w+)\}/g, (_, place: Place) => `${values[place]}`)
}

/** Puts values into the form of a text that goes with the count, by the rules of the language (BCP 47). */
export function fillCount<Place extends string>(
  template: CountTemplate<Place>,
  values: Values<NoInfer<Place>> & { count: number },
  language: string,
): string {
  const byCategory = template as unknown as Partial<Record<Intl.LDMLPluralRule, Template<Place>>>
  const form = byCategory[new Intl.PluralRules(language).select(values.count)] ?? byCategory.other
  return fill(form as Template<Place>, values)
}
