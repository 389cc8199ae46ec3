import { decodeBody, decodeParams } from '#/contract/decoding/decode.ts'
import type { Contract } from '#/contract/operation.ts'
import { wholeCharacters } from '#/kernel/text/whole-characters.ts'
import { after, type Soon } from '../after.ts'
import type { Passage } from '../passage.ts'
import { readForm } from '../response/form.ts'
import type { Match } from '../router.ts'
import type { WireRequest } from '../wire.ts'
import { type BodyLimits, isForm, mediaTypeOf, parseJson, plainBody, textIn } from './body.ts'
import { emptyQuery, joinQueries, parseQuery, type Query } from './query.ts'

type Decoded = Pick<Passage, 'form' | 'params' | 'body'>

/** The query of a request. A GET with a long query may be sent as a POST with the query as its body. */
export function readQuery({ context, request, operation, query }: Passage): Soon<Query> {
  if (!operation.isRead || request.body === undefined || !isForm(request)) return query
  return formQuery(request, context.limits).then((form) => joinQueries(query, form))
}

/** Decodes the parameters and the body of a call by its contract. */
export function decodeCall({ context, request, operation, match, query }: Passage): Soon<Decoded> {
  const { limits } = context
  const { contract } = operation
  if (contract.body !== undefined) {
    const form = readForm(operation, query)
    const params = paramsOf(contract, match, query)
    const { body: schema } = contract
    if (request.json !== undefined) {
      return { form, params, body: decodeBody(schema, request.json) }
    }
    const mediaType = mediaTypeOf(request)
    const isText = contract.textTypes?.includes(mediaType) ?? false
    const textOf = (bytes: Buffer) =>
      textIn(mediaType === 'text/calendar' ? wholeCharacters(bytes) : bytes)
    return after(plainBody(request, limits.bodyBytesMax), (bytes) => ({
      form,
      params,
      body: decodeBody(
        schema,
        isText ? { text: bytes ? textOf(bytes) : '' } : parseJson(bytes, limits),
      ),
    }))
  }
  // The official Ruby client sends the parameters of a POST without a body as a form.
  const hasForm = request.body !== undefined && !operation.isRead && isForm(request)
  const whole = hasForm
    ? formQuery(request, limits).then((form) => joinQueries(query, form))
    : query
  return after(whole, (complete) => ({
    form: readForm(operation, complete),
    params: paramsOf(contract, match, complete),
    body: undefined,
  }))
}

/** The decoded parameters of requests without a query are cached. */
function paramsOf(contract: Contract, match: Match, query: Query): Decoded['params'] {
  if (query !== emptyQuery) return decodeParams(contract, match.pathParams, query)
  match.plainParams ??= Object.freeze(decodeParams(contract, match.pathParams, query))
  return match.plainParams
}

async function formQuery(request: WireRequest, { bodyBytesMax }: BodyLimits): Promise<Query> {
  return parseQuery((await plainBody(request, bodyBytesMax))?.toString('utf8') ?? '')
}
