import { type LevelChange, listLevels } from '@paidang/api/areas/people/registration'
import { View } from '@tarojs/components'
import { usePages } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import type { IconName } from '../../../ui/icon'
import { LedgerList, type LedgerRow } from '../../../ui/ledger-list'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { momentText } from '../../../ui/time-format'
import { abilityOf, basisSentence, sourceText } from './level-scale'
import styles from './levels-view.module.scss'
import { useProfile } from './player-data'

/** One change of a level for the screen: its instant as a Date. */
type ShownChange = ReturnType<typeof toShown>

const toShown = (change: LevelChange) => ({ ...change, createTime: new Date(change.createTime) })

/** The changes of a user's level, the latest first, page by page. */
function useLevels(id: string) {
  return usePages(['levels'], listLevels, { params: { id } }, { show: toShown })
}

/** 等级变化: the level, its basis and its history; the user's own without `userId`. */
export function LevelsView({ userId }: { userId?: string | undefined }) {
  const callerId = useUserId()
  return (
    <Page title="等级变化">
      {callerId === null ? (
        <SignedOut />
      ) : (
        <Levels userId={userId ?? callerId} isOwn={!userId || userId === callerId} />
      )}
    </Page>
  )
}

function Levels({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const list = useLevels(userId)
  const { data, cause, isPending, isFetching, isFetchingNextPage, refetch } = list
  const showsSkeleton = useSkeleton(isPending)
  const { data: player } = useProfile(userId)
  const now = useMinute()
  usePullOf(list, listLevels.outcome)
  useNextPageAtBottom(list)
  if (showsSkeleton) return <LevelsSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="等级变化没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  const [latest] = data.rows
  const level = latest?.level ?? (player?.levelIsUnsaid ? undefined : player?.level)
  return (
    <>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack>
        {level !== undefined && (
          <Card>
            <View className="row-16">
              <View className={styles.number}>{level.toFixed(1)}</View>
              <View className="grow">
                <View className="t-headline">{abilityOf(level)}</View>
                <View className="t-sub muted">
                  {isOwn ? basisSentence(latest) : latest ? sourceText(latest) : '学员自己填写的等级'}
                </View>
              </View>
            </View>
          </Card>
        )}
        <Card flush>
          <CardHead title="变化记录" inset />
          {latest ? (
            <LedgerList rows={data.rows.map((change, at) => rowOf(change, data.rows[at + 1], now))} />
          ) : (
            <Empty compact title="还没有变化" line="修改、教练评定或记录比分后会出现在这里" />
          )}
        </Card>
      </CardStack>
      {latest && <ListEnd list={list} of="等级" />}
    </>
  )
}

const MARKS: Record<ShownChange['source'], { icon: IconName; tone: LedgerRow['tone'] }> = {
  SELF: { icon: 'pen', tone: 'mute' },
  COACH: { icon: 'verified', tone: 'ok' },
  RESULTS: { icon: 'ball', tone: 'info' },
}

/** One row of the history; `before` is the previous change. */
function rowOf(change: ShownChange, before: ShownChange | undefined, now: Date): LedgerRow {
  const { id, source, level, note, createTime } = change
  const difference = before ? level - before.level : 0
  return {
    key: id,
    ...MARKS[source],
    what: sourceText(change),
    who: note === '' ? momentText(createTime, now) : `${momentText(createTime, now)} ${note}`,
    amount: level.toFixed(1),
    balance: difference === 0 ? '' : `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)}`,
  }
}

function LevelsSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={104} radius={16} />
        <Skeleton height={240} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
