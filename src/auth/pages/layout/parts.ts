import { type Html, html, type Part } from './html.ts'

/** A name of a user or client, isolated so that its text direction does not affect the surrounding text. */
export const isolatedName = (name: string): Html => html`<bdi>${name}</bdi>`

/** An error that screen readers announce. Fields refer to its id with `aria-describedby`. */
export const alarm = (id: string, text: Part): Html =>
  html`<p class="notice alarm" role="alert" id="${id}">${text}</p>`

export const csrfField = (csrf: string): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}">`
