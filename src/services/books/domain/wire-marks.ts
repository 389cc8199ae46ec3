/**
 * What stands in a kept text for something that depends on the caller or on a setting. They are
 * noncharacters of Unicode, which no text of a catalogue keeps.
 */
export const origin = '\uFDD0'
export const country = '\uFDD1'
export const etag = '\uFDD2'
export const images = '\uFDD3'
export const description = '\uFDD4'
export const details = '\uFDD5'
export const preview = '\uFDD6'

/** A mark in a text, with the rest of the member that it is the name of. */
export const marked = /"([\uFDD3-\uFDD5])":0,|[\uFDD0-\uFDD2\uFDD6]/g

const unkept = /[\0\uFDD0-\uFDEF]/

/** The same text without what a catalogue does not keep. */
export const keptText = (json: string): string =>
  unkept.test(json) ? json.replace(new RegExp(unkept, 'g'), '') : json
