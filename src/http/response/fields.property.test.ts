import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { array, map, object, type Schema, string } from '#/contract/schema.ts'
import { ApiError } from '#/kernel/errors.ts'
import { anyText } from '../../../tests/support/any-text.ts'
import { applyFields, compileFields } from './fields.ts'

// Few names and small trees, so that masks and values meet often.
const names = ['a', 'b', 'c', 'items', '__proto__']

/** A selection as a tree; null selects a member whole. */
type Tree = readonly (readonly [name: string, inner: Tree | null])[]

const { tree } = fc.letrec<{ tree: Tree; inner: Tree | null }>((tie) => ({
  tree: fc.array(fc.tuple(fc.constantFrom(...names, '*'), tie('inner')), {
    minLength: 1,
    maxLength: 4,
  }),
  inner: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.constant(null), tie('tree')),
}))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(1, 'text', true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 5 })
      .map((members) => Object.fromEntries(members)),
  ),
}))

const apply = (text: string, to: unknown) => applyFields(compileFields(text, undefined), to)
const asJson = (of: unknown) => JSON.stringify(of)

const withParentheses = (of: Tree): string =>
  of.map(([name, inner]) => (inner ? `${name}(${withParentheses(inner)})` : name)).join(',')

const pathsOf = (of: Tree): string[] =>
  of.flatMap(([name, inner]) =>
    inner === null ? [name] : pathsOf(inner).map((path) => `${name}/${path}`),
  )

const withBlanks = (text: string) => text.replace(/[(),/]/g, ' $& ')

describe('any field selection', () => {
  it('selects the same for every spelling', () => {
    fc.assert(
      fc.property(tree, value, (selection, of) => {
        const text = withParentheses(selection)
        const wanted = asJson(apply(text, of))
        expect(asJson(apply(withBlanks(text), of))).toBe(wanted)
        expect(asJson(apply(pathsOf(selection).join(','), of))).toBe(wanted)
        expect(asJson(apply(pathsOf(selection).reverse().join(' ,'), of))).toBe(wanted)
        expect(asJson(apply(`${text},${text}`, of))).toBe(wanted)
      }),
    )
  })

  it('applied twice equals applied once', () => {
    fc.assert(
      fc.property(tree, value, (selection, of) => {
        const text = withParentheses(selection)
        expect(asJson(apply(text, apply(text, of)))).toBe(asJson(apply(text, of)))
      }),
    )
  })

  it('keeps nothing that was not there, and keeps its order', () => {
    fc.assert(
      fc.property(tree, value, (selection, of) => {
        const before = asJson(of)
        const kept = apply(withParentheses(selection), of)
        expect(kept === undefined || isSubtree(kept, of)).toBe(true)
        expect(asJson(of)).toBe(before)
      }),
    )
  })

  it('that names every member of an object keeps all of it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^\w+$/), value, { minKeys: 1 }), (of) => {
        expect(asJson(apply(Object.keys(of).join(','), of))).toBe(asJson(of))
        expect(asJson(apply('*', of))).toBe(asJson(of))
      }),
    )
  })

  it('is compiled or rejected, for any text', () => {
    const schema: Schema = object('Outer', {
      a: string(),
      b: array(object('Inner', { a: string(), c: map(string()) })),
    })
    const piece = fc.constantFrom(
      'a',
      'b',
      'c',
      '(',
      ')',
      '/',
      ',',
      '*',
      ' ',
      '__proto__',
      '\ud83d',
    )
    const text = fc.oneof(
      anyText(),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(text, fc.constantFrom(schema, undefined), (garbage, known) => {
        try {
          compileFields(garbage, known)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

function isSubtree(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    let at = 0
    return part.every((item) => {
      while (at < whole.length && !isSubtree(item, whole[at])) at += 1
      return at++ < whole.length
    })
  }
  if (typeof part !== 'object' || part === null) return part === whole
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false
  const kept = Object.keys(part)
  const order = Object.keys(whole).filter((name) => Object.hasOwn(part, name))
  const membersOf = (of: object) => new Map(Object.entries(of))
  return (
    asJson(kept) === asJson(order) &&
    kept.every((name) => isSubtree(membersOf(part).get(name), membersOf(whole).get(name)))
  )
}
