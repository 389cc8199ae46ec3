import { createElement, Fragment, type ReactNode } from 'react'

/** The allowed elements of a description. Of others only the text is kept. */
const allowed = new Set(['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li', 'sub', 'sup'])
const unread = new Set(['script', 'style', 'template'])

/** Renders simple, untrusted HTML of the catalog as React elements. */
export function SimpleHtml({ text }: { text: string }) {
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  return <>{[...body.childNodes].map(reactNode)}</>
}

function reactNode(node: ChildNode, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (node.nodeType !== Node.ELEMENT_NODE) return null
  const name = node.nodeName.toLowerCase()
  if (unread.has(name)) return null
  if (name === 'br') return <br key={index} />
  const inside = [...node.childNodes].map(reactNode)
  return createElement(allowed.has(name) ? name : Fragment, { key: index }, ...inside)
}
