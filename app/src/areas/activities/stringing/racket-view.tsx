import type { Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { errors } from '@paidang/api/catalogue/errors'
import { MAX_RACKETS } from '@paidang/domain/areas/activities/stringing/racket'
import { dayOf } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { threadingListPath, threadingOrderPath, threadingProductsPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useUnsaved } from '../../../platform/unsaved'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm, confirmLeave } from '../../../ui/confirm'
import { Facts, WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { dateText } from '../../../ui/time-format'
import { Windowed } from '../../../ui/windowed'
import { RacketDrawing } from './parts/racket-drawing'
import {
  draftOfRacket,
  EMPTY_RACKET,
  isRacketChanged,
  type RacketDraft,
  RacketFields,
  racketFaults,
  racketForm,
} from './parts/racket-fields'
import { nextStep, racketFacts, racketName, stringingTag } from './parts/racket-labels'
import { bedText } from './parts/stringing-labels'
import { WearBar } from './parts/wear-bar'
import { useDeleteRacket, useJobsOfRacket, useRackets, useRunningJobs, useSaveRacket } from './racket-data'
import styles from './racket-view.module.scss'

/** 球拍: the state of its strings, its data, and its jobs. Without `id` a new one. */
export function RacketView({ id }: { id?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return <Page title={id === undefined ? '添加球拍' : '球拍'}>{isLoggedIn ? <Loaded id={id} /> : <SignedOut />}</Page>
}

function Loaded({ id }: { id: string | undefined }) {
  const { data, cause, isPending, isFetching, refetch } = useRackets()
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <RacketSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="球拍没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  if (id === undefined) {
    if (data.length < MAX_RACKETS) return <NewRacket others={data} />
    return <Empty title={errors.rackets_too_many.message} action={{ text: '返回', onPress: back }} />
  }
  const racket = data.find((one) => one.id === id)
  if (racket) return <OwnRacket key={id} racket={racket} others={data.filter((one) => one.id !== id)} />
  return <Empty title="球拍不存在" line="它可能已经被删除" action={{ text: '返回', onPress: back }} />
}

/** Returns the form: its input, its checks and the sending. After a failed save the input stays. */
function useRacketForm(begin: RacketDraft, racket: Racket | undefined) {
  const [first] = useState(begin)
  // The draft stays when the racket is changed on another device meanwhile, and so does the revision it began with.
  const [shown] = useState(racket)
  const [draft, setDraft] = useState(begin)
  const [wasSent, setWasSent] = useState(false)
  // The page closes with a delay. A saved racket must not be sent again meanwhile.
  const [isLeaving, setIsLeaving] = useState(false)
  const save = useSaveRacket(shown)
  const endQuestion = useUnsaved(isRacketChanged(first, draft), confirmLeave)
  const leave = () => {
    setIsLeaving(true)
    endQuestion()
    back()
  }
  const send = () => {
    setWasSent(true)
    if (Object.keys(racketFaults(draft)).length === 0) save.act(racketForm(draft), { onDone: leave })
  }
  return {
    isSaving: save.isPending || isLeaving,
    send,
    leave,
    fields: {
      draft,
      wasSent,
      onChange: (change: Partial<RacketDraft>) => setDraft((before) => ({ ...before, ...change })),
    },
  }
}

/** Says why this is the main racket of its sport regardless of the input. */
function mainReason({ sport, isMain }: RacketDraft, others: readonly Racket[], wasMain: boolean): string | undefined {
  const ofSport = others.filter((other) => other.sport === sport)
  if (ofSport.length === 0) return `第一支${SPORT_NAMES[sport]}拍就是主拍`
  return wasMain && isMain ? '要换主拍，把另一支设为主拍' : undefined
}

function NewRacket({ others }: { others: readonly Racket[] }) {
  const { fields, isSaving, send } = useRacketForm(EMPTY_RACKET, undefined)
  return (
    <>
      <CardStack className="fill">
        <RacketFields {...fields} isSportFixed={false} mainReason={mainReason(fields.draft, others, false)} />
      </CardStack>
      <ActionBar
        actions={
          <Button full busy={isSaving} onPress={send}>
            添加球拍
          </Button>
        }
      />
    </>
  )
}

function OwnRacket({ racket, others }: { racket: Racket; others: readonly Racket[] }) {
  const { fields, isSaving, send, leave } = useRacketForm(draftOfRacket(racket), racket)
  const remove = useDeleteRacket(racket)
  const jobs = useJobsOfRacket(racket.id)
  const { data: running = [] } = useRunningJobs()
  const job = running.find(({ racketId }) => racketId === racket.id)
  const askToDelete = async () => {
    const isSure = await confirm({
      title: `删除${racketName(racket)}？`,
      line: '穿线记录会保留，这支球拍不再提醒换线',
      confirmText: '删除',
      danger: true,
    })
    if (isSure) remove.act(undefined, { onDone: leave })
  }
  return (
    <>
      <CardStack className="fill">
        <RacketSummary racket={racket} job={job} />
        <RacketFields
          {...fields}
          isSportFixed={racket.jobCount > 0 || (jobs.data?.rows.length ?? 0) > 0}
          mainReason={mainReason(fields.draft, others, racket.isMain)}
        />
        <RacketJobs list={jobs} />
      </CardStack>
      <ActionBar
        actions={
          <>
            <View className="keep">
              <Button
                kind="danger"
                busy={remove.isPending}
                disabled={job !== undefined || isSaving}
                reason={job && errors.racket_in_use.message}
                onPress={askToDelete}
              >
                删除
              </Button>
            </View>
            <Button full busy={isSaving} disabled={remove.isPending} onPress={send}>
              保存
            </Button>
          </>
        }
      />
    </>
  )
}

function RacketSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={180} radius={16} />
        <Skeleton height={360} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

type SummaryProps = {
  racket: Racket
  /** The order by which it is being strung. */
  job: StringingOrderSummary | undefined
}

/** The state of a racket: its strings, the last job, and the button to repeat that job. */
function RacketSummary({ racket, job }: SummaryProps) {
  const { id, isMain, lastJob, wear, jobCount } = racket
  const now = useMinute()
  return (
    <Card>
      <View className={styles.top}>
        <RacketDrawing size={64} />
        <View className="words">
          <View className={styles.head}>
            <View className="t-title-2">{racketName(racket)}</View>
            {isMain && <Tag kind="lime">主拍</Tag>}
            {jobCount > 0 && <Tag kind="brand">{`穿过 ${jobCount} 次`}</Tag>}
          </View>
          <View className="t-sub muted">
            <WrappedFacts>{racketFacts(racket)}</WrappedFacts>
          </View>
          <View className={styles.wear}>
            <WearBar wear={wear} />
          </View>
        </View>
      </View>
      {lastJob && (
        <View className={classNames(styles.last, 'mt-12 pt-10 t-caption muted')}>
          <View>
            <Facts>
              {`上次 ${dateText(lastJob.strungOn, now)}`}
              {lastJob.merchantName}
            </Facts>
          </View>
          <View className="mt-2 t-body ink">{bedText(lastJob)}</View>
        </View>
      )}
      <View className={classNames(styles.way, 'wrap-8-12')}>
        {job ? (
          <>
            <View className="fill t-sub">{nextStep(job)}</View>
            <Button kind="ghost" size="m" onPress={() => goTo(threadingOrderPath(job.id))}>
              查看订单
            </Button>
          </>
        ) : lastJob ? (
          <Button
            kind="ghost"
            size="m"
            onPress={() => goTo(threadingProductsPath(lastJob.merchantId, { racketId: id, again: '1' }))}
          >
            照上次再穿一次
          </Button>
        ) : (
          <Button kind="ghost" size="m" onPress={() => goTo(threadingListPath())}>
            去穿线
          </Button>
        )}
      </View>
    </Card>
  )
}

/** The jobs of a racket, the last first; the next page is loaded at the foot. */
function RacketJobs({ list }: { list: ReturnType<typeof useJobsOfRacket> }) {
  const { data, cause, isPending, isFetching } = list
  const showsSkeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  return (
    <Card flush>
      <CardHead title="穿线记录" inset />
      {showsSkeleton ? (
        <View className="in-8-16">
          <SkeletonGroup>
            <Skeleton height={52} radius={12} />
          </SkeletonGroup>
        </View>
      ) : !data ? (
        cause && <ErrorBlock compact title="穿线记录没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
      ) : data.rows.length === 0 ? (
        <View className={classNames(styles.none, 't-sub muted t-centre')}>还没有穿线记录</View>
      ) : (
        <>
          <View {...semantics({ role: 'list', label: '穿线记录' })}>
            <Windowed className={styles.piece}>
              {data.rows.map((job: StringingOrderSummary) => (
                <Job key={job.id} job={job} />
              ))}
            </Windowed>
          </View>
          {list.hasNextPage && <ListEnd list={list} of="穿线" />}
        </>
      )}
    </Card>
  )
}

function Job({ job }: { job: StringingOrderSummary }) {
  const tag = stringingTag(job)
  const day = dateText(dayOf(new Date(job.responseTime)), useMinute())
  return (
    <View className={styles.job} {...semantics({ role: 'listitem' })}>
      <Cell
        title={bedText(job)}
        note={
          <WrappedFacts>
            {day}
            {job.merchantName}
          </WrappedFacts>
        }
        value={<Tag kind={tag.kind}>{tag.text}</Tag>}
        label={`${day}，${job.merchantName}，${bedText(job)}，${tag.text}`}
        onPress={() => goTo(threadingOrderPath(job.id))}
      />
    </View>
  )
}
