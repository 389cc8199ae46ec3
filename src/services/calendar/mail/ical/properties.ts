import type { JcalComponent, JcalProperty } from './parse-calendar.ts'

export const propertiesOf = (
  [, properties]: JcalComponent,
  name: string,
): readonly JcalProperty[] => properties.filter(([given]) => given === name)

/** The first value of a property, where it is a text. */
export function textOf(component: JcalComponent, name: string): string | undefined {
  const value = propertiesOf(component, name)[0]?.[3]
  return typeof value === 'string' ? value : undefined
}
