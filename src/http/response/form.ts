import { invalidParameter } from '#/kernel/errors.ts'
import { emptyQuery, type Query } from '../request/query.ts'
import type { BoundOperation } from '../router.ts'
import { compileFields, type FieldMask } from './fields.ts'
import { type Form, plainForm } from './rendering.ts'

const masksPerOperationMax = 500

/** The response format that a request asks for, from the standard parameters. */
export function readForm(operation: BoundOperation, query: Query): Form {
  if (query === emptyQuery) return plainForm
  const alt = readAlt(operation, query.get('alt'))
  const fields = query.get('fields')
  return {
    mask: fields === undefined ? undefined : maskOf(operation, fields),
    isPretty: readPrettyPrint(query.get('prettyPrint') ?? query.get('pp')),
    callback: readCallback(operation, query.get('callback')),
    wantsJson: alt === 'json',
  }
}

/** The `alt` parameter. Files are also available as media. */
function readAlt({ contract }: BoundOperation, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const allowed = contract.isDownload === true ? ['json', 'media'] : ['json']
  const alt = text.toLowerCase()
  if (allowed.includes(alt)) return alt
  throw invalidParameter('alt', `Invalid value for alt. Allowed values: [${allowed.join(', ')}]`)
}

const callbackLengthMax = 200

/** The JSONP callback, which some interfaces support. */
function readCallback({ api, isRead }: BoundOperation, name: string | undefined) {
  if (name === undefined || name === '' || !isRead || api.basePathIn === 'servicePath') return
  if (name.length <= callbackLengthMax && /^[\w$]+(?:\.[\w$]+)*$/.test(name)) return name
  throw invalidParameter(
    'callback',
    'Invalid value for callback: the name of a function is expected.',
  )
}

function maskOf({ masks, contract }: BoundOperation, text: string): FieldMask {
  let mask = masks.get(text)
  if (mask === undefined) {
    mask = compileFields(text, contract.reply)
    if (masks.size >= masksPerOperationMax) masks.clear()
    masks.set(text, mask)
  }
  return mask
}

/** Whether a request asks for indented JSON, if only its target is known. */
export const asksForPretty = (target: string): boolean =>
  /[?&](?:prettyPrint|pp)=(?:true|1)(?:&|$)/i.test(target)

function readPrettyPrint(text: string | undefined): boolean {
  switch (text?.toLowerCase()) {
    case undefined:
    case '':
    case 'false':
    case '0':
      return false
    case 'true':
    case '1':
      return true
    default:
      throw invalidParameter('prettyPrint', 'Invalid value for prettyPrint: a boolean is expected.')
  }
}
