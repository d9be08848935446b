import type { BallResult } from '@paidang/api/areas/activities/ball-results'
import * as ballResults from '@paidang/api/areas/activities/ball-results'
import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { errors } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { MATCH_TYPES } from '@paidang/domain/areas/activities/balls/ball-status'
import {
  ANSWER_DAYS,
  type GameSet,
  isAnswerInTime,
  isPossibleResult,
  isResultInTime,
  MAX_SETS,
  type Score,
  winnerOf,
} from '@paidang/domain/areas/activities/balls/result'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { BALLS_KEY } from '../../../../platform/cache-keys'
import { useRead } from '../../../../platform/read'
import { useWrite } from '../../../../platform/write'
import { Avatar, AvatarStack } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Notice } from '../../../../ui/notice'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { Tag } from '../../../../ui/tag'
import { useDecide } from '../../../ground/messages/messages-data'
import styles from '../ball-detail.module.scss'

type Props = { ball: BallDetail; now: Date }

/** The result of a finished game, for its players: the recorded one, or the button to record it. */
export function ResultCard({ ball, now }: Props) {
  const isEnabled = ball.status === 'FINISHED' && isConfirmedPlayer(ball)
  const { data: result, cause, isFetching, refetch } = useBallResult(ball.id, isEnabled)
  const [isRecording, setIsRecording] = useState(false)
  const [openings, setOpenings] = useState(0)
  if (!isEnabled) return null
  if (cause !== undefined && result === undefined) {
    return (
      <Card>
        <CardHead title="比分" />
        <View className={classNames(styles.row, 'between')}>
          <View className="t-caption muted">{cause}</View>
          <Button kind="ghost" size="s" busy={isFetching} onPress={() => refetch()}>
            重试
          </Button>
        </View>
      </Card>
    )
  }
  if (result) return <Standing result={result} userId={ball.viewer.userId} isOpen={isAnswerInTime(ball, now)} />
  if (result === undefined || !mayRecord(ball, now)) return null
  const open = () => {
    setOpenings((count) => count + 1)
    setIsRecording(true)
  }
  return (
    <Card>
      <CardHead title="比分" />
      <View className={classNames(styles.row, 'between')}>
        <View className="t-caption muted">还没有记录。双方确认后计入等级。</View>
        <Button kind="ghost" size="s" onPress={open}>
          记录比分
        </Button>
      </View>
      <ResultSheet key={openings} open={isRecording} ball={ball} onClose={() => setIsRecording(false)} />
    </Card>
  )
}

type StandingProps = { result: BallResult; userId: string | null; isOpen: boolean }

/** A recorded result: both sides with their sets, and whether the other side agreed or can still do so. */
function Standing({ result, userId, isOpen }: StandingProps) {
  const { sideA, sideB, sets, winner, state, messageId } = result
  return (
    <Card>
      <CardHead
        title="比分"
        tail={
          state === 'AGREED' ? (
            <Tag kind="ok">已确认</Tag>
          ) : (
            <Tag kind={isOpen ? 'wait' : 'mute'}>{isOpen ? '待确认' : '未确认'}</Tag>
          )
        }
      />
      {(['A', 'B'] as const).map((side) => {
        const people = side === 'A' ? sideA : sideB
        const games = sets.map(({ a, b }, place) => {
          const [own, rival] = side === 'A' ? [a, b] : [b, a]
          return { name: `第 ${place + 1} 盘`, own, isWon: own > rival }
        })
        const words = sideText(people, { games: games.map(({ own }) => own), hasWon: side === winner })
        return (
          <View key={side} className={classNames(styles.row, 'row-8')} {...semantics({ role: 'group', label: words })}>
            <AvatarStack people={people} />
            <View className={classNames(styles.resultName, 'grow')}>
              {people.map(({ nickname }) => nickname).join('、')}
            </View>
            {side === winner && <Tag kind="ok">胜</Tag>}
            <View className="beside-4 keep" {...semantics({ hidden: true })}>
              {games.map(({ name, own, isWon }) => (
                <View key={name} className={classNames(styles.set, 't-centre', isWon && styles.won)}>
                  {own}
                </View>
              ))}
            </View>
          </View>
        )
      })}
      <View className="t-caption muted">{resultLine(result, { userId, isOpen })}</View>
      {isOpen && messageId !== null && <Answer messageId={messageId} />}
    </Card>
  )
}

/** The other side confirms or denies the result. */
function Answer({ messageId }: { messageId: string }) {
  const { isApproving, isRejecting, approve, reject } = useDecide({ id: messageId, revision: null })
  return (
    <View className="beside-12 mt-12">
      <Button size="m" busy={isApproving} disabled={isRejecting} onPress={approve}>
        确认比分
      </Button>
      <Button kind="plain" size="m" busy={isRejecting} disabled={isApproving} onPress={reject}>
        比分不对
      </Button>
    </View>
  )
}

const SINGLE_PARTS = [
  { key: 'rival', text: '对手' },
  { key: 'none', text: '没打' },
] as const satisfies readonly { key: Part; text: string }[]
const DOUBLE_PARTS = [{ key: 'mate', text: '搭档' }, ...SINGLE_PARTS] as const satisfies readonly {
  key: Part
  text: string
}[]

type ResultSheetProps = { open: boolean; ball: BallDetail; onClose: () => void }

/** 记录比分: who played on which side, and the sets. Each opening resets the input. */
function ResultSheet({ open, ball, onClose }: ResultSheetProps) {
  const [form, setForm] = useState(() => emptyForm(ball))
  const { act, isPending, refusal } = useRecordResult(ball.id)
  const missing = formRefusal(ball, form)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="记录比分"
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <Button
            full
            busy={isPending}
            lacks={missing}
            reason={missing}
            onPress={() => act(scoreOf(ball, form), { onDone: onClose })}
          >
            请对方确认
          </Button>
        </>
      }
    >
      <View className="col-12 in-0-16">
        <Parts ball={ball} form={form} onChange={setForm} />
        <Sets form={form} onChange={setForm} />
        <View className="t-caption muted">对方确认后计入双方等级；对方有异议时可以重新记录</View>
      </View>
    </Sheet>
  )
}

type PartProps = { ball: BallDetail; form: ResultForm; onChange: (form: ResultForm) => void }

/** Everybody else who came, and on which side they played. */
function Parts({ ball, form, onChange }: PartProps) {
  const parts = ball.matchType === MATCH_TYPES.SINGLE ? SINGLE_PARTS : DOUBLE_PARTS
  return (
    <>
      {playersOf(ball)
        .filter(({ id }) => id !== ball.viewer.userId)
        .map(({ id, nickname, avatar }) => (
          <View key={id} className="row-8">
            <Avatar id={id} src={avatar} size={40} />
            <View className={classNames(styles.resultName, 'grow')}>{nickname}</View>
            <View className={styles.part}>
              <Segmented
                label={`${nickname}是`}
                items={parts}
                value={form.parts[id] ?? 'none'}
                onChange={(part) => onChange(withPart(ball, form, id, part))}
              />
            </View>
          </View>
        ))}
    </>
  )
}

type SetsProps = { form: ResultForm; onChange: (form: ResultForm) => void }

/** The sets, the reader's own games first. */
function Sets({ form, onChange }: SetsProps) {
  const { parts, sets } = form
  const change = (place: number, games: Partial<ResultForm['sets'][number]>) =>
    onChange({ parts, sets: sets.map((set, index) => (index === place ? { ...set, ...games } : set)) })
  return (
    <>
      {sets.map(({ mine, theirs }, place) => {
        const name = `第 ${place + 1} 盘`
        const games = { unit: '局', min: 0, max: MOST_GAMES }
        return (
          <View key={name} className={styles.sheetSet} {...semantics({ role: 'group', label: name })}>
            <View className={styles.setName}>{name}</View>
            <View className="fill">
              <View className="mb-4 t-caption muted">我方</View>
              <Stepper
                {...games}
                label={`${name}我方局数`}
                value={mine}
                onChange={(count) => change(place, { mine: count })}
              />
            </View>
            <View className="fill">
              <View className="mb-4 t-caption muted">对方</View>
              <Stepper
                {...games}
                label={`${name}对方局数`}
                value={theirs}
                onChange={(count) => change(place, { theirs: count })}
              />
            </View>
          </View>
        )
      })}
      <View className="beside-12">
        {sets.length < MAX_SETS && (
          <Button kind="ghost" size="s" icon="plus" onPress={() => onChange(withSet(form))}>
            加一盘
          </Button>
        )}
        {sets.length > 1 && (
          <Button kind="plain" size="s" onPress={() => onChange({ parts, sets: sets.slice(0, -1) })}>
            去掉最后一盘
          </Button>
        )}
      </View>
    </>
  )
}

/** On which side another player was, from the reader's view. */
type Part = 'mate' | 'rival' | 'none'

/** A result as the reader enters it. The reader's own games come first in each set. */
type ResultForm = { parts: Record<string, Part>; sets: { mine: number; theirs: number }[] }

/** An upper limit above the games of any real set. */
const MOST_GAMES = 99

const sizeOf = ({ matchType }: Pick<BallDetail, 'matchType'>) => (matchType === MATCH_TYPES.SINGLE ? 1 : 2)

/** Returns who came to a game, in the order of their seats. */
export function playersOf({ seats }: Pick<BallDetail, 'seats'>): BallDetail['seats'][number]['user'][] {
  return seats.filter(({ state, noShowAt }) => state === 'CONFIRMED' && noShowAt === null).map(({ user }) => user)
}

/**
 * Whether the reader can still record the result: they played, enough players came, and it is within the time limit.
 */
export function mayRecord(ball: BallDetail, now: Date): boolean {
  const players = playersOf(ball)
  const isIn = players.some(({ id }) => id === ball.viewer.userId)
  return ball.status === 'FINISHED' && isIn && players.length >= 2 * sizeOf(ball) && isResultInTime(ball, now)
}

/** Returns the form at its opening: one set without games. A single other player is the rival. */
export function emptyForm(ball: BallDetail): ResultForm {
  const others = playersOf(ball).filter(({ id }) => id !== ball.viewer.userId)
  const isClear = others.length === 1
  const parts = Object.fromEntries(others.map(({ id }) => [id, isClear ? 'rival' : 'none'] as const))
  return { parts, sets: [{ mine: 0, theirs: 0 }] }
}

/** Sets a player's part. In doubles with four, choosing the partner makes the other two the rivals. */
export function withPart(ball: BallDetail, form: ResultForm, id: string, part: Part): ResultForm {
  const parts = { ...form.parts, [id]: part }
  const ids = Object.keys(parts)
  const isFour = sizeOf(ball) === 2 && ids.length === 3
  if (part !== 'mate') return { ...form, parts }
  const rest = isFour ? ('rival' as const) : undefined
  // There is at most one partner.
  const partOf = (one: string): Part => rest ?? (parts[one] === 'rival' ? 'rival' : 'none')
  const changed = ids.filter((one) => one !== id).map((one) => [one, partOf(one)] as const)
  return { ...form, parts: { ...parts, ...Object.fromEntries(changed) } }
}

/** Adds a set, up to the maximum. */
export function withSet({ parts, sets }: ResultForm): ResultForm {
  return sets.length < MAX_SETS ? { parts, sets: [...sets, { mine: 0, theirs: 0 }] } : { parts, sets }
}

/** Returns the result as it is sent. The reader's side is A. */
export function scoreOf(
  ball: BallDetail,
  { parts, sets }: ResultForm,
): Score & { sideA: string[]; sideB: string[]; sets: GameSet[] } {
  const inPart = (part: Part) => Object.keys(parts).filter((id) => parts[id] === part)
  return {
    sideA: [ball.viewer.userId ?? '', ...inPart('mate')],
    sideB: inPart('rival'),
    sets: sets.map(({ mine, theirs }) => ({ a: mine, b: theirs })),
  }
}

/** Says what is still wrong with the form; undefined when it can be sent. */
export function formRefusal(ball: BallDetail, form: ResultForm): string | undefined {
  const score = scoreOf(ball, form)
  const size = sizeOf(ball)
  if (score.sideA.length !== size) return '请选择一位搭档'
  if (score.sideB.length !== size) return size === 1 ? '请选择对手' : '请选择两位对手'
  if (winnerOf(score.sets) === undefined) return '每盘都要分出胜负，并有一方赢的盘数更多'
  const game = { matchType: ball.matchType, playerIds: playersOf(ball).map(({ id }) => id) }
  return isPossibleResult(game, score) ? undefined : errors.ball_result_invalid.message
}

/** Whether the reader has a confirmed seat in a game. */
function isConfirmedPlayer({ seats, viewer }: Pick<BallDetail, 'seats' | 'viewer'>): boolean {
  return seats.some(({ state, user }) => state === 'CONFIRMED' && user.id === viewer.userId)
}

/** Describes one side of a result for screen readers: 林知夏、阿正，6、3、10，胜. */
function sideText(
  people: BallResult['sideA'],
  { games, hasWon }: { games: readonly number[]; hasWon: boolean },
): string {
  const names = people.map(({ nickname }) => nickname).join('、')
  return `${names}，${games.join('、')}，${hasWon ? '胜' : '负'}`
}

/** Returns the state of a result for its reader: who recorded it, and whose answer it waits for. */
function resultLine(
  { state, recordedBy, messageId }: BallResult,
  { userId, isOpen }: { userId: string | null; isOpen: boolean },
): string {
  if (state === 'AGREED') return '双方已确认，计入等级'
  if (!isOpen) return `球局结束 ${ANSWER_DAYS} 天内没有确认，不计入等级`
  if (recordedBy.id === userId) return '等待对方确认'
  const wrote = `${recordedBy.nickname} 记录了比分`
  return messageId === null ? `${wrote}，等待对方确认` : `${wrote}，请你确认`
}

/** What a result affects: its game, levels once it is agreed, messages. */
const stale = [BALLS_KEY, ['levels'], ['profile'], ['messages']]

type Recorded = Input<typeof ballResults.recordBallResult>['body']

/**
 * Returns the result of a game for its players; null while there is none. It is read again as soon as anybody changes
 * the game.
 */
function useBallResult(ballId: string, isEnabled: boolean) {
  return useRead(
    BALLS_KEY,
    ballResults.readBallResult,
    { params: { id: ballId } },
    {
      isEnabled,
      live: [{ kind: 'ball', id: ballId }],
    },
  )
}

/** 记录比分: records a result, which the other side has to confirm. */
function useRecordResult(ballId: string) {
  return useWrite(ballResults.recordBallResult, {
    stale,
    input: (body: Recorded) => ({ params: { id: ballId }, body }),
  })
}
