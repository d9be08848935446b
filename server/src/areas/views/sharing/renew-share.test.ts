import * as balls from '@paidang/api/areas/activities/balls'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import * as cards from '@paidang/api/areas/views/business-cards'
import * as sharing from '@paidang/api/areas/views/sharing'
import { expect, test } from 'vitest'
import { givenPlayer, givenScene } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs } = await startTestServer()

const renew = (actorId: string, kind: 'class' | 'ball' | 'card', objectId: string) =>
  signedInAs(actorId)(sharing.renewShare, { body: { kind, objectId } })

test('a renewed link of a class opens it, and the former link no longer does', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, participantsCount: 2 })
  const tokenNow = async () => {
    const info = await signedInAs(scene.playerId)(classes.getFullInfo, { params: { id }, query: {} })
    return info.reqUser.shareToken ?? ''
  }
  const stranger = await givenPlayer(db)
  const look = (share: string) => signedInAs(stranger)(classes.getFullInfo, { params: { id }, query: { share } })
  const former = await tokenNow()
  await look(former)
  for (const owner of [scene.playerId, scene.coachId]) {
    const before = await tokenNow()
    await renew(owner, 'class', id)
    await expectRefusal(db, () => look(before), { status: 404, code: 'invitation_not_found' })
    expect(await look(await tokenNow())).toMatchObject({ invitation: { id } })
  }
  const joining = { params: { a: id, b: stranger }, body: { share: former } }
  await expectRefusal(db, () => signedInAs(stranger)(classActions.joinInvitation, joining), {
    code: 'invitation_not_found',
  })
  await signedInAs(stranger)(classActions.joinInvitation, { ...joining, body: { share: await tokenNow() } })
  await expectRefusal(db, () => renew(stranger, 'class', id), { status: 403, code: 'invitation_not_yours' })
})

test('a renewed link of a game opens it, and no former link does, including short ids', async () => {
  const [initiator, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  const id = await givenBall(db, { playerIds: [initiator], isPublic: false, feeFen: 0 })
  const tokenNow = async () =>
    (await signedInAs(initiator)(balls.getBallDetail, { params: { id }, query: {} })).share ?? ''
  const look = (share: string) => signedInAs(stranger)(balls.getBallDetail, { params: { id }, query: { share } })
  const share = () => signedInAs(initiator)(sharing.sharePage, { body: { kind: 'ball', objectId: id } })
  const [former, { shareId }] = [await tokenNow(), await share()]
  await look(former)
  await renew(initiator, 'ball', id)
  await expectRefusal(db, () => look(former), { status: 404, code: 'ball_not_found' })
  await expectRefusal(db, () => call(sharing.openShare, { params: { shareId } }), { code: 'share_not_found' })
  const anew = await share()
  expect(anew.shareId).not.toBe(shareId)
  expect(anew.path).toContain(await tokenNow())
  expect(await look(await tokenNow())).toMatchObject({ id })
  await expectRefusal(db, () => renew(stranger, 'ball', id), { status: 404, code: 'ball_not_found' })
})

test('only its owner can revoke the link of a card', async () => {
  const [owner, friend] = [await givenPlayer(db), await givenPlayer(db)]
  const share = (actorId: string) => signedInAs(actorId)(sharing.sharePage, { body: { kind: 'card', objectId: owner } })
  const ids = [(await share(owner)).shareId, (await share(friend)).shareId]
  await expectRefusal(db, () => renew(friend, 'card', owner), { status: 403, code: 'data_of_others' })
  await renew(owner, 'card', owner)
  for (const shareId of ids) {
    await expectRefusal(db, () => call(sharing.openShare, { params: { shareId } }), { code: 'share_not_found' })
    const reading = { params: { id: owner }, query: { i: shareId } }
    await expectRefusal(db, () => call(cards.readPlayerCard, reading), { code: 'session_expired' })
  }
})
