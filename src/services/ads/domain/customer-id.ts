/** The digits of an account id: `123-123-1234` and `1231231234` are the same. */
export function customerIdOf(text: string): string | undefined {
  const digits = text.replaceAll('-', '')
  return /^\d{1,19}$/.test(digits) ? BigInt(digits).toString() : undefined
}
