import { type Html, html, type Part } from './html.ts'

/** A name from outside: set apart, so that its writing direction cannot turn the words around it. */
export const named = (name: string): Html => html`<bdi>${name}</bdi>`

/** An error that is read out at once; fields point to its id with `aria-describedby`. */
export const alarm = (id: string, text: Part): Html =>
  html`<p class="notice alarm" role="alert" id="${id}">${text}</p>`

export const csrfField = (csrf: string): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}">`
