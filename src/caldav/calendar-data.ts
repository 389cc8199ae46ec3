import { badRequest } from '#/kernel/errors.ts'
import type { ComponentSelection, TextSelection } from '#/services/calendar/service.ts'
import { readRange } from './filters.ts'
import { preconditionFailed } from './multistatus.ts'
import { childOf, elementCount, fullName, type XmlElement } from './xml/xml.ts'

const c = (local: string) => fullName('c', local)

/** Each object is compared with all elements of a selection. */
const elementsMax = 200

/** Reads which part of the texts of objects a request wants; undefined for all (RFC 4791, 9.6). */
export function readSelection(
  data: XmlElement | undefined,
  { omitsZones }: Pick<TextSelection, 'omitsZones'>,
): TextSelection | undefined {
  const { 'content-type': type = 'text/calendar', version = '2.0' } = data?.attributes ?? {}
  if (!/^text\/calendar\b/i.test(type.trim()) || version !== '2.0') {
    throw preconditionFailed('supported-calendar-data', 'Only text/calendar 2.0 is supported.')
  }
  const rangeOf = (local: string) => {
    const limit = childOf(data, c(local))
    return limit && readRange(limit.attributes)
  }
  // It concerns VFREEBUSY only, which no object has.
  rangeOf('limit-freebusy-set')
  const component = childOf(data, c('comp'))
  if (component !== undefined && elementCount(component) > elementsMax) {
    throw badRequest(`At most ${elementsMax} properties and components can be selected.`)
  }
  const selection = {
    expansion: rangeOf('expand'),
    exceptionsIn: rangeOf('limit-recurrence-set'),
    component: component && readComponent(component),
    omitsZones,
  }
  const isWhole = Object.values(selection).every((part) => part === undefined || part === false)
  return isWhole ? undefined : selection
}

/** A component without anything in it stands for all of it. */
function readComponent({ attributes, children }: XmlElement): ComponentSelection {
  const childrenNamed = (local: string) => children.filter(({ name }) => name === c(local))
  const isWhole = children.length === 0
  return {
    name: nameIn(attributes),
    properties:
      isWhole || childrenNamed('allprop').length > 0
        ? undefined
        : childrenNamed('prop').map((property) => ({
            name: nameIn(property.attributes),
            withoutValue: property.attributes.novalue === 'yes',
          })),
    components:
      isWhole || childrenNamed('allcomp').length > 0
        ? undefined
        : childrenNamed('comp').map(readComponent),
  }
}

const nameIn = ({ name = '' }: XmlElement['attributes']): string => name.toUpperCase()
