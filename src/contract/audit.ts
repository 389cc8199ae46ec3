/** How calls of an operation are recorded in the audit log. The operation id is the action. */
export interface Audit {
  /**
   * The object of the operation, such as `calendars/{calendarId}/acl/{ruleId}`. A name in braces is a
   * parameter, or else a property of the body.
   */
  readonly object: string
  /** The parameter value that means the address of the caller, such as `primary`. */
  readonly ownName?: string
  /** Properties of the body that are recorded unchanged. They contain no secrets. */
  readonly details?: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

/** The object of an operation, with the names in braces replaced where they are known. */
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

/** The properties of a body that the declaration lists as details. */
export function auditDetails({ details = [] }: Audit, body: unknown): Values {
  const values = (body ?? {}) as Values
  return Object.fromEntries(
    details.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  )
}
