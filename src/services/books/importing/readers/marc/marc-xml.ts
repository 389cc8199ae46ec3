import { BadEntry, type Entry } from '../../entry.ts'
import { at, children, textOf, type XmlElement, xmlEntries } from '../../syntax/xml.ts'
import { controlField, type MarcField, MarcRecord } from './marc-record.ts'
import { marcVolume } from './marc-volume.ts'

export const marcXml = (chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> =>
  xmlEntries(chunks, ['record'], (element) => marcVolume(recordOf(element)))

function recordOf(element: XmlElement): MarcRecord {
  const leader = textOf(at(element, 'leader'))
  if (leader === undefined) throw new BadEntry('there is no leader')
  const controls = children(element, 'controlfield').map((field) =>
    controlField(field.attributes.tag ?? '', textOf(field) ?? ''),
  )
  return new MarcRecord(leader, [...controls, ...children(element, 'datafield').map(dataField)])
}

const dataField = (element: XmlElement): MarcField => ({
  tag: element.attributes.tag ?? '',
  indicators: `${element.attributes.ind1 || ' '}${element.attributes.ind2 || ' '}`,
  value: '',
  parts: children(element, 'subfield').map((child) => [
    child.attributes.code ?? '',
    textOf(child) ?? '',
  ]),
})
