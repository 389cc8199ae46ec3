import { describe, expect, it } from 'vitest'
import { deviceCodePage, deviceConfirmPage } from './device.ts'

// The markup that the provider really makes; its module has no types.
const forms = 'oidc-provider/lib/helpers/user_code_form.js'
const { input, confirm } = await import(/* @vite-ignore */ forms)

describe('the device code page', () => {
  it('replaces the input of the provider with a labeled field', () => {
    const text = deviceCodePage({ formHtml: input('/device', 'secret', 'A>"B'), locale: 'en' })
    expect(text.match(/name="user_code"/g)).toHaveLength(1)
    expect(text).toMatch(/<input [^>]*id="user-code" form="op.deviceInputForm" name="user_code"/)
    expect(text).toContain('name="xsrf" value="secret"')
    expect(text).not.toContain('onfocus')
  })

  it('keeps the typed code and shows what is wrong with it', () => {
    const formHtml = input('/device', 'secret', 'BCDF')
    const text = deviceCodePage({ formHtml, userCode: 'BCDF', error: 'unknown', locale: 'en' })
    expect(text).toContain('value="BCDF"')
    expect(text).toContain('role="alert" id="error">No device is waiting')
    expect(text).toContain('aria-describedby="error hint" aria-invalid="true"')
  })

  it('does not blame the code when the person stopped', () => {
    const text = deviceCodePage({ formHtml: input('/device', 's'), error: 'aborted', locale: 'en' })
    expect(text).toContain('Nothing was allowed')
    expect(text).not.toContain('aria-invalid=')
  })
})

it('the confirmation shows the code and can be refused', () => {
  const formHtml = confirm('/device', 'secret', 'BCDF-GHJK')
  const text = deviceConfirmPage({
    clientName: 'TV',
    userCode: 'BCDF-GHJK',
    formHtml,
    locale: 'en',
  })
  expect(text).toContain(formHtml)
  expect(text).toContain('<p class="code">BCDF-GHJK</p>')
  expect(text).toContain('<button form="op.deviceConfirmForm" name="abort" value="yes">')
  expect(text).toContain('<button class="main" form="op.deviceConfirmForm">')
})
