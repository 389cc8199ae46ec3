import { describe, expect, it } from 'vitest'
import { formulaValuesMax, TypedFormulas, typeOfFormula } from './type-of.ts'

const saved = new Map([
  ['ROAS', 'dfaRevenue / cost'],
  ['Name with "quotes"', 'campaign'],
  ['Circle', 'c:"Circle" + 1'],
])

describe('the type of a formula', () => {
  it.each([
    ['clicks', 'Integer'],
    ['clicks + impr', 'Integer'],
    ['clicks / impr', 'Number'],
    ['dfaRevenue / cost', 'Number'],
    ['cost / clicks', 'Money'],
    ['cost * 1.5', 'Money'],
    ['-cost', 'Money'],
    ['(cost + dfaRevenue) * 2', 'Money'],
    ['to_percent(clicks / impr)', 'Percent'],
    ['cost > 10', 'Boolean'],
    ['if(clicks > 10, "many", "few")', 'String'],
    ['if(clicks > 10, cost, impr > 5, 2, 0)', 'Money'],
    ['clicks.for_date_range(last_7_days())', 'Integer'],
    ['cost.for_date_range(last_month()) - cost', 'Money'],
    ['c:"ROAS" * 100', 'Number'],
    ['c:"Name with \\"quotes\\""', 'String'],
    ['day(add_days(today(), 3))', 'Integer'],
    ['num_days(last_30_days())', 'Integer'],
  ])('of %s is %s', (formula, type) => {
    expect(typeOfFormula(formula, saved)).toBe(type)
  })
})

describe('what is no formula', () => {
  it.each([
    ['', 'A value is expected'],
    ['clicks +', 'A value is expected'],
    ['clicks clicks', 'Nothing more is expected'],
    ['nothing', 'There is no column nothing'],
    ['sqrt(4)', 'There is no function sqrt'],
    ['"a" + 1', 'takes numbers'],
    ['if(clicks, 1, 2)', 'are comparisons'],
    ['if(clicks > 1, 1)', 'and a last value'],
    ['if(clicks > 1, 1, "x")', 'are of one type'],
    ['to_money("x")', 'does not take'],
    ['last_month()', 'is not a value of a column'],
    ['clicks.for_date_range(1)', 'does not take'],
    ['clicks.other(1)', 'for_date_range is expected'],
    ['c:"Missing"', 'no saved column'],
    ['c:"Circle"', 'leads back to itself'],
    ['clicks # 2', 'is not understood'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'nested too deeply'],
    [`${'-'.repeat(60)}1`, 'nested too deeply'],
    ['1+'.repeat(3000), 'characters at most'],
  ])('%s is told apart', (formula, why) => {
    expect(() => typeOfFormula(formula, saved)).toThrow(why)
  })
})

describe('saved columns that refer to each other', () => {
  const chain = (length: number) =>
    new Map(
      Array.from({ length }, (_, index) => [
        `n${index}`,
        index === 0 ? 'clicks' : `c:"n${index - 1}"`,
      ]),
    )

  it('count with all the values that they expand to', () => {
    const formulas = new TypedFormulas(new Map([['Sum', 'clicks + 1']]))
    expect(formulas.of('c:"Sum" * c:"Sum" - c:"Sum"').values).toBe(6)
    expect(formulas.of('c:"Sum"').values).toBe(2)
  })

  it('are refused when they multiply beyond bounds', () => {
    const twice = (name: string) => `c:"${name}" + c:"${name}"`
    const doubling = new Map([['n0', 'clicks']])
    for (let index = 1; index < 20; index++) doubling.set(`n${index}`, twice(`n${index - 1}`))
    expect(typeOfFormula('c:"n8"', doubling)).toBe('Integer')
    const why = `more than ${formulaValuesMax} values`
    expect(() => typeOfFormula('c:"n9"', doubling)).toThrow(why)
    expect(() => typeOfFormula('c:"n19"', doubling)).toThrow(why)
  })

  it('are refused when they multiply a thousandfold at each step', () => {
    const many = (name: string) => Array.from({ length: 400 }, () => `c:"${name}"`).join('+')
    const saved = new Map([['a', 'clicks'], ...['b', 'c', 'd'].map(each)])
    function each(name: string): [string, string] {
      return [name, many(String.fromCharCode(name.charCodeAt(0) - 1))]
    }
    expect(typeOfFormula('c:"b"', saved)).toBe('Integer')
    expect(() => typeOfFormula('c:"d"', saved)).toThrow('values')
  })

  it('are rejected when too many are chained', () => {
    expect(typeOfFormula('c:"n19"', chain(30))).toBe('Integer')
    expect(() => typeOfFormula('c:"n20"', chain(30))).toThrow('more than 20 saved columns')
  })

  it('are distinguished after one of them was rejected', () => {
    const formulas = new TypedFormulas(saved)
    expect(() => formulas.of('c:"Circle"')).toThrow('leads back to itself')
    expect(formulas.of('c:"ROAS"')).toMatchObject({ type: 'Number', values: 2 })
  })
})
