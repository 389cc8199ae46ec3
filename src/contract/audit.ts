/** How an operation stands in the audit log: its own id is the action. */
export interface Audit {
  /**
   * Names what the operation is done to, such as `calendars/{calendarId}/acl/{ruleId}`. What stands in braces
   * is a parameter, or else a property of the body.
   */
  readonly object: string
  /** The value of a parameter that stands for the address of the caller. */
  readonly ownName?: string
  /** Properties of the body that are noted as they are. Nothing secret is among them. */
  readonly details?: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

/** What an operation was done to, as far as it is known. */
export function auditObject(
  { object, ownName }: Audit,
  {
    params,
    body,
    email,
  }: { readonly params: Values; readonly body: unknown; readonly email: string },
): string {
  return object.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? (body as Values | undefined | null)?.[name] ?? ''
    return value === ownName ? email : String(value)
  })
}

/** What a declaration names of a body. */
export function auditDetails({ details = [] }: Audit, body: unknown): Values {
  const values = (body ?? {}) as Values
  return Object.fromEntries(
    details.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  )
}
