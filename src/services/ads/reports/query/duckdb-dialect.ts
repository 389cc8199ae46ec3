import { isOneOf, literal, type ReportDialect } from './dialect.ts'

/** The dialect of the embedded warehouse, whose tables are the relations. */
export const duckDbDialect: ReportDialect = {
  relation: (name, { advertiserIds, kind }) => {
    if (name === 'agencies' || name === 'rates') return name
    const column = name === 'advertisers' ? 'id' : 'advertiser_id'
    const conditions = [
      isOneOf(column, advertiserIds),
      ...(kind === undefined ? [] : [`kind = ${literal(kind)}`]),
    ]
    return `(select * from ${name} where ${conditions.join(' and ')})`
  },
  member: (object, name) =>
    `json_extract_string(${object}, ${literal(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)})`,
  millionths: (text) => `cast(round(try_cast(${text} as decimal(30, 8)) * 1000000) as hugeint)`,
  integer: (text) => `try_cast(${text} as bigint)`,
  numeric: (text) => `try_cast(${text} as double)`,
  // A formula can exceed this; its cell is empty then.
  wide: (integer) => `try_cast(${integer} as hugeint)`,
  divided: (number, by) => `(${number} // ${by})`,
  decimal: (millionths) => {
    const usual = `cast(try_cast(${millionths} as decimal(28, 0)) * cast(0.000001 as decimal(7, 6)) as varchar)`
    const fraction = `lpad(cast(abs(${millionths} % 1000000) as varchar), 6, '0')`
    // No decimal fits the widest integers, which only absurd uploads produce.
    const widest = `cast(${millionths} // 1000000 as varchar) || '.' || ${fraction}`
    return `rtrim(rtrim(coalesce(${usual}, ${widest}), '0'), '.')`
  },
  moment: (ms) => `strftime(epoch_ms(cast(${ms} as bigint)), '%Y-%m-%dT%H:%M:%S.%gZ')`,
  dayIn: (ms, zone) =>
    `cast(cast(timezone(${zone}, to_timestamp(${ms} / 1000.0)) as date) as varchar)`,
  distinctMembers: (list) =>
    `array_to_string(list_sort(list_distinct(string_to_array(nullif(${list}, ''), ';'))), ';')`,
  bytewise: (text) => text,
}
