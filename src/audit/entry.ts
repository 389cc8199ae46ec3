/** Who did something. */
type ActorType = 'user' | 'command' | 'server' | 'anonymous'

type AuditOutcome = 'success' | 'refused' | 'failed'

/** An action that was performed or attempted, as the audit log records it. Unknown fields are empty. */
export interface AuditEntry {
  readonly at: number
  /** The id of an operation, or a name such as `auth.signIn`. */
  readonly action: string
  readonly outcome: AuditOutcome
  /** Why it was rejected or failed. */
  readonly reason: string
  readonly actorType: ActorType
  readonly actorId: string
  /** The email address of a user, or the operating system user who ran a command. */
  readonly actor: string
  /** What it was done to, such as `users/ann@example.com`. */
  readonly object: string
  readonly clientId: string
  /** Where the request came from, as far as the forwarding headers of proxies can be believed. */
  readonly address: string
  /** How often it happened, where it is counted. */
  readonly times: number
  /** A JSON object of what else there is to know, or empty. */
  readonly details: string
}

/** The fields that a caller of the audit trail provides; the others are filled in. */
export type AuditNote = Pick<AuditEntry, 'action'> &
  Partial<Omit<AuditEntry, 'details'>> & { readonly details?: Readonly<Record<string, unknown>> }

const textLengthMax = 500
const detailsLengthMax = 2000

/** Completes a note. Whatever callers can choose is cut to a length that a log can hold. */
export function auditEntry(
  note: AuditNote,
  { at, address }: Pick<AuditEntry, 'at' | 'address'>,
): AuditEntry {
  return {
    at: note.at ?? at,
    action: plainText(note.action),
    outcome: note.outcome ?? 'success',
    reason: plainText(note.reason ?? ''),
    actorType: note.actorType ?? 'anonymous',
    actorId: plainText(note.actorId ?? ''),
    actor: plainText(note.actor ?? ''),
    object: plainText(note.object ?? ''),
    clientId: plainText(note.clientId ?? ''),
    address: plainText(note.address ?? address),
    times: note.times ?? 1,
    details: detailsText(note.details ?? {}),
  }
}

// PostgreSQL keeps no NUL, and half of a pair of surrogates does not survive UTF-8.
const plainText = (text: string): string =>
  text.slice(0, textLengthMax).replaceAll('\0', '').toWellFormed()

/** Leaves out what does not fit, so that the rest can be read. */
function detailsText(details: Readonly<Record<string, unknown>>): string {
  const whole = JSON.stringify(details)
  if (whole.length <= detailsLengthMax) return whole === '{}' ? '' : whole
  const present: Record<string, unknown> = {}
  let text = ''
  for (const [name, value] of Object.entries(details)) {
    if (value === undefined) continue
    present[name] = value
    const longer = JSON.stringify(present)
    if (longer.length > detailsLengthMax) {
      delete present[name]
      continue
    }
    text = longer
  }
  return text
}
