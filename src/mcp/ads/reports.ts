import type { TypeOf } from '#/contract/schema.ts'
import { about, array, date, integer, object, oneOf, optional, string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import type { ConversionList } from '#/services/ads/schemas/conversion.ts'
import type { Report } from '#/services/ads/schemas/report.ts'
import type { SavedColumnList } from '#/services/ads/schemas/saved-column.ts'
import { readTool } from '../tool.ts'
import { advertiserArguments, idArgument } from './accounts.ts'

interface ReportTypes {
  readonly items?: readonly {
    readonly name?: string
    readonly about?: string
    readonly columns?: readonly {
      readonly name?: string
      readonly type?: string
      readonly behaviour?: string
      readonly about?: string
    }[]
  }[]
}

export const listReportColumns = readTool(
  {
    name: 'list_report_columns',
    title: 'List report columns',
    about:
      'Returns the types of reports. With reportType, it returns the columns of this type, which run_report needs.',
    args: {
      reportType: optional(
        string({ about: 'A type of report, such as `campaign`.', lengthMax: 64 }),
      ),
      query: optional(string({ about: 'Only columns whose names contain this.', lengthMax: 64 })),
    },
    operations: ['doubleclicksearch.reportTypes.list'],
  },
  async ({ args: { reportType, query = '' }, call }) => {
    const { items = [] }: ReportTypes = await call({
      operation: 'doubleclicksearch.reportTypes.list',
    })
    if (reportType === undefined) {
      return { reportTypes: items.map(({ name, about: text }) => ({ name, about: text })) }
    }
    const found = items.find(({ name }) => name === reportType)
    if (found === undefined) {
      const names = items.map(({ name }) => name).join(', ')
      throw invalid('reportType', `There is no report type ${reportType}. The types are ${names}.`)
    }
    const needle = query.toLowerCase()
    return {
      columns: (found.columns ?? [])
        .filter(({ name = '' }) => name.toLowerCase().includes(needle))
        .map(({ name, type, behaviour, about: text }) => ({ name, type, behaviour, about: text })),
    }
  },
)

const rowCountMax = 200

const Order = object(undefined, {
  column: string({ about: 'The name of a column.', lengthMax: 128 }),
  sortOrder: about('The direction.', oneOf('ascending', 'descending')),
})

export const runReport = readTool(
  {
    name: 'run_report',
    title: 'Run a report',
    findIdsWith: 'list_advertisers',
    about:
      'Runs a search advertising report and returns its rows, such as clicks and cost per campaign. Use list_report_columns for the names of columns.',
    args: {
      ...advertiserArguments,
      reportType: string({ about: 'What the rows are about, such as `campaign`.', lengthMax: 64 }),
      columns: array(string({ lengthMax: 128 }), {
        about: 'Names of columns, such as `campaign`, `clicks`, `cost`, `date`.',
        itemsMax: 30,
      }),
      startDate: date({ about: 'The first day, such as 2026-11-01.' }),
      endDate: date({ about: 'The last day.' }),
      orderBy: optional(array(Order, { about: 'The order of the rows.', itemsMax: 5 })),
      rowCount: optional(
        integer({ about: 'Rows to return.', default: 50, minimum: 1, maximum: rowCountMax }),
      ),
      startRow: optional(
        integer({ about: 'The `nextStartRow` of the page before.', minimum: 0, maximum: 50_000 }),
      ),
      currency: optional(
        about('Whose currency amounts are in.', oneOf('usd', 'agency', 'advertiser', 'account')),
      ),
    },
    operations: ['doubleclicksearch.reports.generate'],
  },
  async ({ args, call }) => {
    const { agencyId, advertiserId, rowCount = 50, startRow = 0, currency = 'agency' } = args
    const report: Report = await call({
      operation: 'doubleclicksearch.reports.generate',
      body: {
        reportScope: { agencyId, advertiserId },
        reportType: args.reportType,
        columns: args.columns.map((columnName) => ({ columnName })),
        timeRange: { startDate: args.startDate, endDate: args.endDate },
        orderBy: args.orderBy?.map(({ column, sortOrder }) => ({
          column: { columnName: column },
          sortOrder,
        })),
        rowCount,
        startRow,
        statisticsCurrency: currency,
      },
    })
    const { rows = [], statisticsCurrencyCode, statisticsTimeZone } = report
    return {
      rows,
      currency: statisticsCurrencyCode,
      timeZone: statisticsTimeZone,
      nextStartRow: rows.length === rowCount ? startRow + rowCount : undefined,
    }
  },
)

export const getReport = readTool(
  {
    name: 'get_report',
    title: 'Get a requested report',
    about:
      'Returns the state of a report that was requested before, and its files once they are ready.',
    args: { reportId: string({ about: 'The id of the report.', lengthMax: 128 }) },
    operations: ['doubleclicksearch.reports.get'],
  },
  async ({ args: { reportId }, call }) => {
    const { id, isReportReady, rowCount, files, request }: Report = await call({
      operation: 'doubleclicksearch.reports.get',
      params: { reportId },
    })
    return { reportId: id, isReportReady, rowCount, files, reportType: request?.reportType }
  },
)

/** A date as conversions are asked for: 20261118. */
const dayNumber = (text: string) => Number(text.replaceAll('-', ''))

export const listConversions = readTool(
  {
    name: 'list_conversions',
    title: 'List conversions',
    findIdsWith: 'list_advertisers and list_ads_entities',
    about: 'Returns the conversions of an account in a span of days.',
    args: {
      ...advertiserArguments,
      accountId: idArgument('The id of the account, from list_ads_entities.'),
      startDate: date({ about: 'The first day, such as 2026-11-01.' }),
      endDate: date({ about: 'The last day.' }),
      rowCount: optional(
        integer({ about: 'Conversions to return.', default: 50, minimum: 1, maximum: rowCountMax }),
      ),
      startRow: optional(
        integer({
          about: 'The `nextStartRow` of the page before.',
          minimum: 0,
          maximum: 1_000_000,
        }),
      ),
    },
    operations: ['doubleclicksearch.conversion.get'],
  },
  async ({ args, call }) => {
    const { agencyId, advertiserId, accountId, rowCount = 50, startRow = 0 } = args
    const { conversion = [] }: ConversionList = await call({
      operation: 'doubleclicksearch.conversion.get',
      params: {
        agencyId,
        advertiserId,
        engineAccountId: accountId,
        startDate: dayNumber(args.startDate),
        endDate: dayNumber(args.endDate),
        rowCount,
        startRow,
      },
    })
    return {
      conversions: conversion,
      nextStartRow: conversion.length === rowCount ? startRow + rowCount : undefined,
    }
  },
)

export const listSavedColumns = readTool(
  {
    name: 'list_saved_columns',
    title: 'List saved columns',
    findIdsWith: 'list_advertisers',
    about: 'Returns the columns that an advertiser has defined with formulas.',
    args: advertiserArguments,
    operations: ['doubleclicksearch.savedColumns.list'],
  },
  async ({ args, call }) => {
    const { items = [] }: TypeOf<typeof SavedColumnList> = await call({
      operation: 'doubleclicksearch.savedColumns.list',
      params: args,
    })
    return { savedColumns: items.map(({ savedColumnName, type }) => ({ savedColumnName, type })) }
  },
)
