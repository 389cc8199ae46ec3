import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { addMember } from '#/auth/directory/groups-members.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { engines } from '../support/engines.ts'
import { sharingAt } from './sharing-fixture.ts'

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`a role on ${engine.name}`, { skip }, () => {
    it('that was read in a transaction which fails is not cached', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, grant, roleIn, roleOf } = sharing
      const [ann, bob, cid] = [
        await sharing.newUser('ann'),
        await sharing.newUser('bob'),
        await sharing.newUser('cid'),
      ]
      const failing = database.transaction(async (tx) => {
        await grant(tx, ann, { ruleId: `user:${bob.email}`, to: 'writer' })
        assert.equal(await roleIn(tx, bob, ann), 'writer')
        throw new Error('power cut')
      })
      await assert.rejects(failing, /power cut/)
      // This change of the access list gets the number that the lost one had.
      await database.transaction((tx) =>
        grant(tx, ann, { ruleId: `user:${cid.email}`, to: 'reader' }),
      )
      assert.equal(await roleOf(bob, ann), 'none')
      assert.equal(await roleOf(cid, ann), 'reader')
    })

    it('that was read in a transaction which commits is cached', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, calendar, grant, roleIn } = sharing
      const [ann, bob] = [await sharing.newUser('ann'), await sharing.newUser('bob')]
      await database.transaction(async (tx) => {
        await grant(tx, ann, { ruleId: `user:${bob.email}`, to: 'writer' })
        assert.equal(await roleIn(tx, bob, ann), 'writer')
      })
      const row = (await calendar.calendars.find(ann.email))!
      assert.equal(calendar.roles.of(row, bob), 'writer')
    })

    it('through a group follows no change of the group that was rolled back', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, groups, grant, roleIn, roleOf } = sharing
      const [ann, bob] = [await sharing.newUser('ann'), await sharing.newUser('bob')]
      const team = await groups.create({ email: 'team@example.com' })
      await database.transaction((tx) =>
        grant(tx, ann, { ruleId: `group:${team.email}`, to: 'reader' }),
      )
      const failing = database.transaction(async (tx) => {
        await addMember(tx, { groupId: team.id, email: bob.email, role: 'member' })
        assert.equal(await roleIn(tx, bob, ann), 'reader')
        throw new Error('power cut')
      })
      await assert.rejects(failing, /power cut/)
      // This change of the directory gets the number that the lost one had.
      await groups.add(team, { email: 'somebody@example.com' })
      assert.equal(await roleOf(bob, ann), 'none')
      await groups.add(team, { email: bob.email })
      assert.equal(await roleOf(bob, ann), 'reader')
      await groups.removeMember(team, bob.email)
      assert.equal(await roleOf(bob, ann), 'none')
    })

    it('is not read from a future that a restore has ended', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, grant, roleOf } = sharing
      const [ann, bob] = [await sharing.newUser('ann'), await sharing.newUser('bob')]
      const archive = await archiveToBuffer(database)
      await database.transaction((tx) =>
        grant(tx, ann, { ruleId: `user:${bob.email}`, to: 'owner' }),
      )
      assert.equal(await roleOf(bob, ann), 'owner')
      await restoreFromBuffer(database, archive)
      await database.transaction((tx) => grant(tx, ann, { ruleId: 'default', to: 'reader' }))
      assert.equal(await roleOf(bob, ann), 'reader')
    })

    it('is not read from a former calendar of the same id', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, directory, grant, roleOf } = sharing
      const [former, bob] = [await sharing.newUser('ann'), await sharing.newUser('bob')]
      await database.transaction((tx) =>
        grant(tx, former, { ruleId: `user:${bob.email}`, to: 'owner' }),
      )
      assert.equal(await roleOf(bob, former), 'owner')
      await directory.remove(former.email)
      const ann = await sharing.newUser('ann')
      await database.transaction((tx) => grant(tx, ann, { ruleId: 'default', to: 'reader' }))
      assert.equal(await roleOf(bob, ann), 'reader')
    })
  })
}
