import type { Migration } from '../migration.ts'

/**
 * Shelves and what stands on them. What stands on a shelf is kept under the shelf's key, so that
 * clearing a large shelf is giving it another key. It may outlive its volume, and is then withdrawn:
 * it counts again when the volume comes back. Users that there are get the shelves of a new one.
 */
export const bookshelves: Migration = {
  number: 11,
  name: 'bookshelves',
  statements: ({ text, integer }) => [
    `create table book_users (
      user_id ${text} primary key references users (id) on delete cascade,
      next_shelf_id ${integer} not null
    )`,
    `create table bookshelves (
      user_id ${text} not null references book_users (user_id) on delete cascade,
      id ${integer} not null,
      key ${integer} not null,
      title ${text} not null,
      description ${text} not null,
      access ${text} not null,
      volume_count ${integer} not null,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      volumes_updated_at ${integer} not null,
      primary key (user_id, id)
    )`,
    'create unique index bookshelves_by_key on bookshelves (user_id, key)',
    `create table bookshelf_volumes (
      user_id ${text} not null,
      shelf_key ${integer} not null,
      volume_id ${text} not null,
      position ${integer} not null,
      is_withdrawn ${integer} not null,
      added_at ${integer} not null,
      primary key (user_id, volume_id, shelf_key)
    )`,
    `create index bookshelf_volumes_in_order
     on bookshelf_volumes (user_id, shelf_key, is_withdrawn, position, volume_id)`,
    'create index bookshelf_volumes_by_volume on bookshelf_volumes (volume_id, is_withdrawn)',
    'insert into book_users (user_id, next_shelf_id) select id, 1001 from users',
    `insert into bookshelves (user_id, id, key, title, description, access, volume_count,
       created_at, updated_at, volumes_updated_at)
     select u.id, s.id, s.id, s.title, '', s.access, 0, u.created_at, u.created_at, u.created_at
     from users u cross join (
       select 0 as id, 'Favorites' as title, 'PUBLIC' as access
       union all select 1, 'Purchased', 'PRIVATE'
       union all select 2, 'To read', 'PUBLIC'
       union all select 3, 'Reading now', 'PUBLIC'
       union all select 4, 'Have read', 'PUBLIC'
       union all select 5, 'Reviewed', 'PRIVATE'
       union all select 6, 'Recently viewed', 'PRIVATE'
       union all select 7, 'My eBooks', 'PRIVATE'
     ) s`,
  ],
}
