/** What a description says, without its markup: nothing of it is ever put into the page. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const spaced = html.replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/gi, '$&\n')
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent.trim()
}
