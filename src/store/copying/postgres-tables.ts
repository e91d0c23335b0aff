import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { type CopiedColumn, type CopiedTable, LEFT_OUT } from './copy-side.ts'

const KINDS: Readonly<Record<string, CopiedColumn['kind']>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
  'character varying': 'text',
  // Sums of any size, which SQLite has no type for and keeps as text.
  numeric: 'text',
  bytea: 'bytes',
}

interface ColumnInfo {
  table_name: string
  name: string
  type: string
  is_serial: string
  /** In the primary key, from 1 on; null outside. */
  place: string | null
}

const COLUMNS = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, null) as type,
    a.attidentity <> '' as is_serial,
    (select n from unnest(i.indkey) with ordinality as k (attnum, n) where k.attnum = a.attnum) as place
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
  order by c.relname, a.attnum`

const REFERENCES = `
  select distinct c.relname as table_name, f.relname as references_table
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`

/** Reads the tables that are copied from the catalogue. */
export async function readPostgresTables(
  ask: <Row extends object>(query: string) => Promise<Row[]>,
): Promise<CopiedTable[]> {
  const columns = Map.groupBy(await ask<ColumnInfo>(COLUMNS), (column) => column.table_name)
  const references = await ask<{ table_name: string; references_table: string }>(REFERENCES)
  return [...columns]
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, infos]) => ({
      name,
      columns: infos.map((info) => ({ name: info.name, kind: kindOf(info) })),
      key: infos
        .filter(({ place }) => place !== null)
        .sort((one, other) => Number(one.place) - Number(other.place))
        .map((info) => info.name),
      references: references.filter((each) => each.table_name === name).map((each) => each.references_table),
      serial: infos.find((info) => info.is_serial === 't')?.name ?? null,
    }))
}

function kindOf({ table_name, name, type }: ColumnInfo): CopiedColumn['kind'] {
  const kind = KINDS[type]
  if (kind !== undefined) return kind
  throw new CommandRefusedError(`Column ${name} of ${table_name} is of a type that is not copied: ${type}`)
}
