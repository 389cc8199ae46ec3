/** One list of an `If` header: what one resource has to be like. */
export interface IfList {
  /** The address of the resource; undefined for the one that the request names. */
  readonly tag: string | undefined
  readonly conditions: readonly IfCondition[]
}

interface IfCondition {
  /** Undefined for a state token, such as that of a lock. */
  readonly etag: string | undefined
  readonly isNegated: boolean
}

const charactersMax = 8_000
const listsMax = 20

const listForm = /(?:<([^<>]*)>)?\s*\(((?:[^()"]|"[^"]*")*)\)\s*/gy
const conditionForm = /(?:(Not)\s*)?(?:\[\s*((?:W\/)?"[^"]*")\s*\]|<[^<>]+>)\s*/giy

/** Reads an `If` header (RFC 4918, 10.4): one of its lists has to be met. Undefined if it cannot be read. */
export function readIfHeader(header: string): readonly IfList[] | undefined {
  if (header.length > charactersMax) return undefined
  const matches = matchesOf(listForm, header.trim())
  if (matches === undefined || matches.length > listsMax) return undefined
  const isTagged = matches[0]![1] !== undefined
  let tag: string | undefined
  const lists: IfList[] = []
  for (const [, ownTag, text = ''] of matches) {
    // Lists are all tagged or none. A tag is that of the lists after it as well.
    if (ownTag !== undefined && !isTagged) return undefined
    tag = ownTag ?? tag
    const conditions = matchesOf(conditionForm, text.trim())
    if (conditions === undefined) return undefined
    lists.push({
      tag,
      conditions: conditions.map(([, not, etag]) => ({ etag, isNegated: not !== undefined })),
    })
  }
  return lists
}

/** The matches of a sticky form that a text consists of; undefined if it has others or none. */
function matchesOf(form: RegExp, text: string): RegExpExecArray[] | undefined {
  const matches = [...text.matchAll(form)]
  const length = matches.reduce((sum, [match]) => sum + match.length, 0)
  return matches.length > 0 && length === text.length ? matches : undefined
}
