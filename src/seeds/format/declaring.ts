import { object, requiredBy, type Schema, string, type TypeOf } from '#/contract/schema.ts'

/** The most entries of a list in a seed that declares no limit. */
export const entriesMax = 10_000

/** Marks a property without which an entry of a seed is refused. */
export const requiredInSeed = 'seed'

export const required = <T>(schema: Schema<T>): Schema<T> => requiredBy(schema, requiredInSeed)

/** A schema whose object may be written as a text: the value of the first property that takes it. */
export const orText = <T>(schema: Schema<T>, ...shorthand: string[]): Schema<T> => ({
  ...schema,
  shorthand,
})

type Properties = Readonly<Record<string, Schema>>
type ValueOf<P extends Properties> = { readonly [K in keyof P]?: TypeOf<P[K]> }

export const propertiesOf = (schema: Schema): Properties => schema.properties!

/** A resource of the wire, with the properties that a seed adds or declares differently. */
export const resource = <T, const P extends Properties>(
  name: string,
  wire: Schema<T>,
  properties: P,
  sentence: string,
): Schema<Omit<T, keyof P> & ValueOf<P>> =>
  object(name, { ...propertiesOf(wire), ...properties }, { about: sentence }) as Schema<never>

export const email = string({ about: 'The email address.', lengthMax: 254 })
