import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { directorySequence } from '#/auth/directory/directory-sequence.ts'
import type { GroupRecord, Groups } from '#/auth/directory/groups.ts'
import { engines } from '../support/engines.ts'
import { identityOn } from './identity-fixture.ts'

const at = (name: string) => `${name}@example.com`

/** Makes groups out of `{ group: [members] }`, all addresses at one domain. */
async function make(groups: Groups, wanted: Record<string, string[]>) {
  const made: Record<string, GroupRecord> = {}
  for (const name of Object.keys(wanted)) made[name] = await groups.create({ email: at(name) })
  for (const [name, members] of Object.entries(wanted)) {
    for (const member of members) await groups.add(made[name]!, { email: at(member) })
  }
  return made
}

for (const engine of engines) {
  describe(`groups on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('contain addresses directly and through other groups', async () => {
      await using database = await engine.open()
      const { groups } = identityOn(database)
      const { all } = await make(groups, {
        all: ['staff', 'guest'],
        staff: ['team', 'boss'],
        team: ['ann', 'bob'],
        other: ['ann'],
      })
      assert.deepEqual(
        await groups.groupsOf('Ann@example.com'),
        ['all', 'other', 'staff', 'team'].map(at),
      )
      assert.deepEqual(await groups.groupsOf(at('boss')), ['all', 'staff'].map(at))
      assert.deepEqual(await groups.groupsOf(at('guest')), [at('all')])
      assert.deepEqual(await groups.groupsOf(at('stranger')), [])
      assert.deepEqual(await groups.membersOf(all!), ['ann', 'bob', 'boss', 'guest'].map(at))
    })

    it('that contain each other are walked once', async () => {
      await using database = await engine.open()
      const { groups } = identityOn(database)
      const made = await make(groups, {
        one: ['two', 'ann'],
        two: ['three'],
        three: ['one', 'bob'],
      })
      for (const group of Object.values(made)) {
        assert.deepEqual(await groups.membersOf(group), ['ann', 'bob'].map(at))
      }
      assert.deepEqual(await groups.groupsOf(at('ann')), ['one', 'three', 'two'].map(at))
    })

    it('in a dense tangle are expanded once each', async () => {
      await using database = await engine.open()
      const { groups } = identityOn(database)
      const names = Array.from({ length: 15 }, (_, index) => `g${index}`)
      const tangle = names.map((name) => [
        name,
        [...names.filter((other) => other !== name), 'ann'],
      ])
      const made = await make(groups, Object.fromEntries(tangle))
      assert.equal((await groups.groupsOf(at('ann'))).length, 15)
      assert.deepEqual(await groups.membersOf(made.g0!), [at('ann')])
    })

    it('list their direct members with roles, in pages', async () => {
      await using database = await engine.open()
      const { groups } = identityOn(database)
      const team = await groups.create({ email: at('team'), name: 'Team' })
      for (const [name, role] of [
        ['bob', 'manager'],
        ['ann', 'owner'],
        ['cid', undefined],
      ] as const) {
        await groups.add(team, { email: at(name), role })
      }
      const pageAfter = async (after: string) =>
        (await groups.members(team, { after, limit: 2 })).map(({ email, role }) => [email, role])
      assert.deepEqual(await pageAfter(''), [
        [at('ann'), 'owner'],
        [at('bob'), 'manager'],
      ])
      assert.deepEqual(await pageAfter(at('bob')), [[at('cid'), 'member']])
    })

    it('refuse a member twice, themselves, and a role that does not exist', async () => {
      await using database = await engine.open()
      const { groups } = identityOn(database)
      const { team } = await make(groups, { team: ['ann'] })
      await assert.rejects(groups.add(team!, { email: at('ANN') }), { status: 409 })
      const refused = [
        { email: at('team') },
        { email: 'nobody' },
        { email: at('bob'), role: 'king' as 'owner' },
      ]
      for (const member of refused) {
        await assert.rejects(async () => groups.add(team!, member), { status: 400 })
      }
      assert.equal((await groups.members(team!, { after: '', limit: 9 })).length, 1)
    })

    it('share no address with a user or another group', async () => {
      await using database = await engine.open()
      const { groups, directory } = identityOn(database)
      await make(groups, { team: [] })
      await directory.create({ email: at('ann') })
      await assert.rejects(groups.create({ email: at('Team') }), { status: 409 })
      await assert.rejects(groups.create({ email: at('ann') }), { status: 409 })
      await assert.rejects(directory.create({ email: at('team') }), { status: 409 })
      assert.equal(await groups.find(at('ann')), undefined)
      assert.equal(await directory.find(at('team')), undefined)
    })

    it('lose a deleted address, so that nobody inherits its membership', async () => {
      await using database = await engine.open()
      const { groups, directory } = identityOn(database)
      const { all, team } = await make(groups, { all: ['team', 'ann'], team: ['bob'] })
      await directory.create({ email: at('ann') })
      await directory.remove(at('ann'))
      assert.deepEqual(await groups.groupsOf(at('ann')), [])
      assert.equal(await groups.remove(team!), true)
      assert.equal(await groups.remove(team!), false)
      assert.equal((await groups.members(all!, { after: '', limit: 9 })).length, 0)
      await assert.rejects(groups.add(team!, { email: at('cid') }), { status: 404 })
    })

    it('and domains move the sequence of the directory with each change, and only then', async () => {
      await using database = await engine.open()
      const { groups, domains, directory } = identityOn(database)
      let last = await directorySequence(database)
      const moves = async (change: () => Promise<unknown>, isMoving = true) => {
        await change().catch(() => {})
        const next = await directorySequence(database)
        assert.equal(next > last, isMoving, change.toString())
        last = next
      }
      let team: GroupRecord | undefined
      await moves(async () => {
        team = await groups.create({ email: at('team') })
      })
      await moves(() => groups.create({ email: at('team') }), false)
      await moves(() => groups.add(team!, { email: at('ann') }))
      await moves(() => groups.add(team!, { email: at('ann') }), false)
      await moves(() => directory.create({ email: at('ann') }), false)
      await moves(() => directory.remove(at('ann')))
      await moves(() => groups.removeMember(team!, at('ann')), false)
      await moves(() => groups.add(team!, { email: at('bob') }))
      await moves(() => groups.removeMember(team!, at('bob')))
      await moves(() => groups.remove(team!))
      await moves(() => domains.add('example.com'))
      await moves(() => domains.add('Example.com'), false)
      await moves(() => domains.remove('example.com'))
      await moves(() => domains.remove('example.com'), false)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('are followed to a depth that has a bound', async () => {
      await using database = await engine.open()
      const { groups } = identityOn(database)
      const names = Array.from(
        { length: 30 },
        (_, index) => `level${String(index).padStart(2, '0')}`,
      )
      const chain = Object.fromEntries(
        names.map((name, index) => [name, [names[index + 1] ?? 'ann']]),
      )
      const made = await make(groups, chain)
      assert.equal((await groups.groupsOf(at('ann'))).length, 20)
      assert.deepEqual(await groups.membersOf(made.level10!), [at('ann')])
      assert.deepEqual(await groups.membersOf(made.level00!), [])
    })
  })

  describe(`domains on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('are stored once each, in lower case and in order', async () => {
      await using database = await engine.open()
      const { domains } = identityOn(database)
      assert.equal((await domains.add('Example.com'))?.name, 'example.com')
      assert.equal(await domains.add('example.COM'), undefined)
      await domains.add('a.example')
      const listed = await domains.page({ after: '', limit: 9 })
      assert.deepEqual(
        listed.map(({ name }) => name),
        ['a.example', 'example.com'],
      )
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    for (const name of ['', 'localhost', 'a b.c', '.com', 'a..b', 'x@y.z', 'a.b/c', 'a.\0']) {
      it(`are not called ${JSON.stringify(name)}`, async () => {
        await using database = await engine.open()
        const { domains } = identityOn(database)
        await assert.rejects(async () => domains.add(name), { status: 400 })
      })
    }
  })
}
