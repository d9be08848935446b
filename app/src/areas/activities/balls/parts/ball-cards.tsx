import type { BallDetail, BallProposal } from '@paidang/api/areas/activities/balls'
import { FREE_LEAVE_HOURS } from '@paidang/domain/areas/activities/balls/seat-rules'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { cashierPath, messagePath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { PendingText } from '../../../ground/content/pending-content'
import type { BallActions } from '../ball-actions'
import styles from '../ball-detail.module.scss'
import { hasBegun } from './ball-bar'
import { GENDER_NAMES, levelRange, matchTypeName, momentText, playersText } from './ball-labels'
import { atDeskText, feeSummary, keptText } from './ball-money'

/** The levels of the game, and the reader's own level among them. */
export function LevelCard({ ball }: { ball: BallDetail }) {
  const { viewer } = ball
  const own = viewer.levelIsUnsaid ? null : viewer.level
  const fit = own === null ? undefined : `你 ${own.toFixed(1)}，${viewer.isLevelFit ? '符合' : '不在范围内'}`
  return (
    <Card>
      <CardHead title="等级范围" tail={viewer.levelIsUnsaid ? '你还没有选过等级' : fit} />
      <LevelBar from={ball.levelFrom} to={ball.levelTo} own={own} text={levelRange(ball)} />
    </Card>
  )
}

/** What the game costs and who pays. */
export function FeeCard({ ball }: { ball: BallDetail }) {
  const { title, tail, lines, note } = feeSummary(ball)
  const waiting = atDeskText(ball.viewer.order) ?? keptText(ball)
  return (
    <Card>
      <CardHead title={title} tail={tail} />
      {lines.map(({ name, value, strong }) => (
        <View key={name} className={classNames(styles.cardLine, 't-sub muted')}>
          <View>{name}</View>
          <View className={strong ? styles.strong : undefined}>{value}</View>
        </View>
      ))}
      {note && <View className="t-caption muted">{note}</View>}
      {waiting && (
        <View className="mt-8">
          <Notice tone="wait" icon="warning">
            {waiting}
          </Notice>
        </View>
      )}
    </Card>
  )
}

/** How it is played, the deadline, and the initiator's note. */
export function RulesCard({ ball, now }: { ball: BallDetail; now: Date }) {
  const leave = ball.feeFen > 0 ? `开球前 ${FREE_LEAVE_HOURS} 小时免费退出，之后有人补位才退款` : '开球前都可以退出'
  return (
    <Card>
      <CardHead title="规则" />
      <KeyValues
        rows={[
          { name: '打法', value: `${SPORT_NAMES[ball.sport]} ${matchTypeName(ball.matchType)}` },
          { name: '性别', value: GENDER_NAMES[ball.genderRule] },
          { name: '人数', value: playersText(ball) },
          { name: '成局截止', value: momentText(ball.closesAt, now) },
          { name: '退出', value: leave },
          { name: '发起人', value: ball.initiator.nickname },
        ]}
      />
      {ball.description !== '' && <View className={styles.description}>{ball.description}</View>}
      <PendingText kind="ball" pending={ball.pending} className={styles.description} />
    </Card>
  )
}

/** Says that the game was changed while the reader was in it. Until they agree, leaving costs nothing. */
export function ChangeCard({ ball, now, actions }: { ball: BallDetail; now: Date; actions: BallActions }) {
  const { changedAt } = ball.viewer
  if (changedAt === null || hasBegun(ball, now)) return null
  return (
    <Card>
      <CardHead title="发起人修改了球局" />
      <View className={classNames(styles.row, 'row-12')}>
        <View className="grow">请核对时间、地点、项目和要求。同意前退出，全额退款；开球前未同意，视为退出</View>
        <Button size="s" busy={actions.runs.agree} onPress={actions.agree}>
          同意修改
        </Button>
      </View>
    </Card>
  )
}

/** A change of players that waits for somebody's agreement. Once the game has begun nobody can agree any more. */
export function ProposalsCard({ ball, now, actions }: { ball: BallDetail; now: Date; actions: BallActions }) {
  if (ball.proposals.length === 0 || hasBegun(ball, now)) return null
  return (
    <Card>
      <CardHead title="等待同意的变更" />
      {ball.proposals.map((proposal) => {
        const { title, line, action } = proposalText(proposal, ball.viewer)
        const { order } = proposal
        return (
          <View key={proposal.id} className={classNames(styles.row, 'row-12')}>
            <View className="grow">
              <View>{title}</View>
              <View className="t-caption muted">{line}</View>
            </View>
            {action === 'decide' && (
              <Button kind="ghost" size="s" onPress={() => goTo(messagePath('invitation'))}>
                去处理
              </Button>
            )}
            {action === 'pay' && order && (
              <Button size="s" onPress={() => goTo(cashierPath(order.id))}>
                去支付
              </Button>
            )}
            {action === 'withdraw' && (
              <Button kind="ghost" size="s" busy={actions.runs.withdraw} onPress={() => actions.withdraw(proposal.id)}>
                撤回
              </Button>
            )}
          </View>
        )
      })}
    </Card>
  )
}

type LevelBarProps = {
  from: number
  to: number
  /** The reader's own level; null where it is unknown. */
  own: number | null
  /** The range as text, as in 3.0–4.0. */
  text: string
}

const LOWEST = 1
const HIGHEST = 7

/** The levels from 1.0 to 7.0, the allowed range, and the reader's own mark. */
function LevelBar({ from, to, own, text }: LevelBarProps) {
  const spoken = own === null ? `等级 ${text}` : `等级 ${text}，你 ${own.toFixed(1)}`
  return (
    <View {...semantics({ role: 'img', label: spoken })}>
      <View className={styles.track}>
        <View className={styles.range} style={{ left: percent(from), width: `${share(to) - share(from)}%` }} />
        {own !== null && <View className={styles.own} style={{ left: percent(own) }} />}
      </View>
      <View className={classNames(styles.levelWords, 't-caption muted')}>
        <View>{LOWEST.toFixed(1)}</View>
        <View className={styles.text} style={{ left: `${clearOfEnds((share(from) + share(to)) / 2)}%` }}>
          {text}
        </View>
        <View>{HIGHEST.toFixed(1)}</View>
      </View>
    </View>
  )
}

/** At this distance from either end, the range text does not touch the end text, even on the narrowest phone. */
const END_SHARE = 20

function clearOfEnds(middle: number): number {
  return Math.min(100 - END_SHARE, Math.max(END_SHARE, middle))
}

function share(level: number): number {
  return ((Math.min(HIGHEST, Math.max(LOWEST, level)) - LOWEST) / (HIGHEST - LOWEST)) * 100
}

function percent(level: number): string {
  return `${share(level)}%`
}

/** Returns a proposal as text, and what this reader has to do about it. */
export function proposalText(
  proposal: BallProposal,
  { userId, role }: Pick<BallDetail['viewer'], 'userId' | 'role'>,
): { title: string; line: string; action: 'decide' | 'pay' | 'withdraw' | undefined } {
  const { kind, hasOutAgreed, hasInAgreed, order } = proposal
  const title =
    kind === 'HAND_OVER'
      ? `转让给 ${proposal.in.nickname}`
      : `${proposal.out?.nickname ?? ''} 换成 ${proposal.in.nickname}`
  const waitsFor = [
    kind === 'SWAP' && !hasOutAgreed ? proposal.out?.nickname : undefined,
    hasInAgreed ? undefined : proposal.in.nickname,
  ].filter((name): name is string => name !== undefined)
  const isAsked = (userId === proposal.in.id && !hasInAgreed) || (userId === proposal.out?.id && !hasOutAgreed)
  if (order?.state === 'UNPAID') return { title, line: '等待支付', action: 'pay' }
  const line = waitsFor.length > 0 ? `等待 ${waitsFor.join('、')} 同意` : `等待 ${proposal.in.nickname} 支付`
  if (isAsked && userId !== null) return { title, line, action: 'decide' }
  return { title, line, action: role === 'initiator' ? 'withdraw' : undefined }
}
