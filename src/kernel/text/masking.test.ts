import { describe, expect, it } from 'vitest'
import { maskedBody, maskedHeader, maskedUrl } from './masking.ts'

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln'

describe('a recording has no secrets in', () => {
  it.each([
    ['Authorization', 'Bearer alm_dev_abc', 'Bearer masked'],
    ['authorization', 'Basic YTpi', 'Basic masked'],
    ['Authorization', 'Digest x', 'masked'],
    ['Cookie', 'session=1', 'masked'],
    ['Set-Cookie', 'session=1; Path=/', 'masked'],
    ['X-Goog-Api-Key', 'AIza', 'masked'],
    ['Location', 'http://127.0.0.1/cb?code=abc&state=x', 'http://127.0.0.1/cb?code=masked&state=x'],
    ['ETag', '"3181161784712000"', '"3181161784712000"'],
    ['X-Other', `token ${jwt}`, 'token masked'],
  ])('the header %s: %s', (name, value, masked) => {
    expect(maskedHeader(name, value)).toBe(masked)
  })

  it.each([
    ['https://host/path', 'https://host/path'],
    ['https://host/path?key=AIza&q=a%20b', 'https://host/path?key=masked&q=a%20b'],
    [
      'https://host/?access_token=x&access_token=y',
      'https://host/?access_token=masked&access_token=masked',
    ],
  ])('the URL %s', (url, masked) => {
    expect(maskedUrl(url)).toBe(masked)
  })

  it.each([
    [
      'application/json; charset=UTF-8',
      '{"access_token":"a","expires_in":3600,"items":[{"token":"b","summary":"c"}]}',
      '{"access_token":"masked","expires_in":3600,"items":[{"token":"masked","summary":"c"}]}',
    ],
    ['application/json', '{"note":"use alm_w_x_alm_dev_y"}', '{"note":"use masked"}'],
    ['application/json', '{"broken alm_dev_y', '{"broken masked'],
    ['application/json', '{"token": "a\\"b","name":"c', '{"token": "masked","name":"c'],
    ['application/json', '{"password":"cut o', '{"password":"masked"'],
    ['application/json', '{"recoveryCodes":["a","b"]}', '{"recoveryCodes":"masked"}'],
    ['application/json', '{"recoveryCodes":["a","b', '{"recoveryCodes":"masked"'],
    [
      'application/x-www-form-urlencoded',
      'grant_type=refresh_token&refresh_token=r&client_secret=s',
      'grant_type=refresh_token&refresh_token=masked&client_secret=masked',
    ],
    [
      'multipart/mixed; boundary=b',
      '--b\r\n\r\nGET /x?key=k HTTP/1.1\r\nAuthorization: Bearer ya29.abc\r\n\r\n--b--',
      '--b\r\n\r\nGET /x?key=masked HTTP/1.1\r\nAuthorization: Bearer masked\r\n\r\n--b--',
    ],
    ['text/plain', `assertion ${jwt}`, 'assertion masked'],
  ])('a body of type %s: %s', (type, text, masked) => {
    expect(maskedBody(text, type)).toBe(masked)
  })
})
