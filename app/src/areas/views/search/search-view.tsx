import type { Found } from '@paidang/api/areas/views/home'
import * as home from '@paidang/api/areas/views/home'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { ballDetailPath, coachesPath, coachPagePath, stadiumDetailPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { readStored, store, unstore } from '../../../platform/storage'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack, SectionHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dayText } from '../../../ui/time-format'
import { VenuePicture } from '../../../ui/venue-picture'
import { useVenuesNearby } from '../../activities/booking/coaches-data'
import { CoachRow } from '../coach-pages/coach-list'
import styles from './search-view.module.scss'

/**
 * 搜索: coaches, venues and games by a typed text. `keyword` is searched for at once; it is still encoded as in the
 * address.
 */
export function SearchView({ keyword: given }: { keyword?: string | undefined }) {
  const asked = wordOf(given)
  const [typed, setTyped] = useState(asked)
  const [keyword, setKeyword] = useState(asked)
  const recent = useRecentSearches()
  const searchFor = (word: string) => {
    setTyped(word)
    setKeyword(word)
    recent.remember(word)
  }
  return (
    <Page title="搜索">
      <View className={styles.search}>
        <SearchField
          autoFocus={asked === ''}
          placeholder="找教练、场馆、球局"
          value={typed}
          onInput={setTyped}
          onSettled={setKeyword}
          onConfirm={() => recent.remember(typed)}
        />
      </View>
      {keyword.trim() === '' ? (
        <>
          <RecentSearches words={recent.words} onChoose={searchFor} onForget={recent.forgetAll} />
          <VenuesToLookAt />
        </>
      ) : (
        <Results keyword={keyword} onOpen={() => recent.remember(keyword)} />
      )}
    </Page>
  )
}

/** Some venues for a user without a search word: this makes a venue two taps away from 我的. */
function VenuesToLookAt() {
  const { data, cause, isFetching, refetch } = useVenuesNearby(true)
  if (cause && !data) {
    return <ErrorBlock title="场馆没有取到" cause={cause} busy={isFetching} onRetry={() => refetch()} compact />
  }
  if (!data) return null
  return <FoundKinds found={{ coaches: [], balls: [], venues: data.rows }} kinds={['venues']} />
}

/** Decodes a parameter, which Taro passes as it is in the address; empty for an invalid one. */
function wordOf(given = ''): string {
  try {
    return decodeURIComponent(given)
  } catch {
    return ''
  }
}

/** It is what many look for, and no name of a coach, venue or game. */
const TRIAL_LESSON = '体验课'

function Results({ keyword, onOpen }: { keyword: string; onOpen: () => void }) {
  const { data, cause, isPending, isFetching, refetch } = useSearch(keyword)
  const [kind, setKind] = useState<FoundKind | 'all'>('all')
  const skeleton = useSkeleton(isPending)
  if (skeleton) return <ResultsSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="没有搜到" cause={cause} busy={isFetching} onRetry={refetch} /> : null
  }
  const counts = KINDS.map((one) => [one, data[one].length] as const)
  if (counts.every(([, count]) => count === 0)) {
    return (
      <Empty
        title={`没有找到“${keyword.trim()}”`}
        line={
          TRIAL_LESSON.includes(keyword.trim())
            ? '体验课找教练约，名单里写着谁有'
            : '换个名字试试，教练、场馆和公开的球局都能搜'
        }
        action={{ text: '看附近的教练', onPress: () => goTo(coachesPath()) }}
      />
    )
  }
  // A kind without results for the next text must not hide the results of other kinds.
  const shown = kind !== 'all' && data[kind].length > 0 ? kind : 'all'
  return (
    <>
      <RefreshBar on={isFetching} />
      <View className={classNames(styles.kinds, 'beside-8 in-0-0')}>
        <Chip on={shown === 'all'} onPress={() => setKind('all')}>
          全部
        </Chip>
        {counts
          .filter(([, count]) => count > 0)
          .map(([one, count]) => (
            <Chip key={one} on={shown === one} onPress={() => setKind(one)}>
              {`${KIND_NAMES[one]} ${count}`}
            </Chip>
          ))}
      </View>
      <FoundKinds found={data} kinds={shown === 'all' ? KINDS : [shown]} onOpen={onOpen} />
    </>
  )
}

function ResultsSkeleton() {
  return (
    <View className="in-12-12">
      <SkeletonGroup>
        <Skeleton width={80} height={20} />
        <View className={styles.gap} />
        <Skeleton height={132} radius={16} />
        <View className={styles.gap} />
        <Skeleton height={132} radius={16} />
      </SkeletonGroup>
    </View>
  )
}

/** The maximum length that the call takes. */
const MAX_KEYWORD = 40
/** How many search words the device stores. */
const MAX_RECENT = 8

/** The results for a text; nothing is fetched for blanks. Earlier results stay until the new answer arrives. */
function useSearch(typed: string) {
  const keyword = typed.trim().slice(0, MAX_KEYWORD)
  return useRead(['search'], home.searchAll, keyword === '' ? null : { query: { keyword } }, { keepsOld: true })
}

/** The search words on this device, the latest first. */
function useRecentSearches() {
  const [words, setText] = useState(() => readStored<string[]>('searches') ?? [])
  return {
    words,
    remember(typed: string) {
      const word = typed.trim()
      if (word === '') return
      const next = [word, ...words.filter((other) => other !== word)].slice(0, MAX_RECENT)
      store('searches', next)
      setText(next)
    },
    forgetAll() {
      unstore('searches')
      setText([])
    },
  }
}

type Props = { words: readonly string[]; onChoose: (word: string) => void; onForget: () => void }

/** 最近搜索: a press searches for the word again. */
function RecentSearches({ words, onChoose, onForget }: Props) {
  if (words.length === 0) {
    return <Empty compact title="想找谁，想去哪儿？" line="输入教练或俱乐部的名字、场馆的名字或地址、球局的标题" />
  }
  return (
    <View className="in-8-8">
      <View className={classNames(styles.head, 'row-0')}>
        <View className="t-headline" {...semantics({ role: 'heading', level: 2 })}>
          最近搜索
        </View>
        <Button kind="plain" size="s" label="清空最近搜索" onPress={onForget}>
          清空
        </Button>
      </View>
      <View className="chips-12 mt-12">
        {words.map((word) => (
          <Chip key={word} onPress={() => onChoose(word)}>
            {word}
          </Chip>
        ))}
      </View>
    </View>
  )
}

/** The kinds of results, in the order of display. */
const KINDS = ['coaches', 'venues', 'balls'] as const
type FoundKind = (typeof KINDS)[number]

const KIND_NAMES: Record<FoundKind, string> = { coaches: '教练', venues: '场馆', balls: '球局' }

type FoundKindsProps = { found: Found; kinds: readonly FoundKind[]; onOpen?: () => void }

/** The results of these kinds. Each leads to its page; `onOpen` is called when one is opened. */
function FoundKinds({ found, kinds, onOpen }: FoundKindsProps) {
  const now = useMinute()
  const rows: Record<FoundKind, Row[]> = {
    coaches: found.coaches
      .filter(({ card }) => card === null)
      .map(({ id, nickname, avatar, likesCount, companies }) => ({
        id,
        lead: <Avatar id={id} src={avatar} size={44} />,
        title: nickname,
        note: <WrappedFacts>{[companies[0] ?? '个人教练', likesCount > 0 ? `${likesCount} 个赞` : '']}</WrappedFacts>,
        path: coachPagePath(id),
      })),
    venues: found.venues.map(({ id, name, address, avatar }) => ({
      id,
      lead: <VenuePicture id={name} src={avatar} size={48} />,
      title: name,
      note: address,
      path: stadiumDetailPath(id),
    })),
    balls: found.balls.map(({ id, title, activityDate, beginTimeSlot, place }) => ({
      id,
      lead: <VenuePicture id={place} size={48} />,
      title,
      note: <WrappedFacts>{[`${dayText(activityDate, now)} ${timeOf(beginTimeSlot)}`, place]}</WrappedFacts>,
      path: ballDetailPath(id),
    })),
  }
  return (
    <>
      {kinds
        .filter((kind) => found[kind].length > 0)
        .map((kind) => (
          <View key={kind}>
            <SectionHead title={KIND_NAMES[kind]} />
            {kind === 'coaches' && <TeachingCoaches coaches={found.coaches} onOpen={onOpen} />}
            {rows[kind].length > 0 && (
              <View className="in-0-0">
                <Card flush>
                  <View {...semantics({ role: 'list', label: KIND_NAMES[kind] })}>
                    {rows[kind].map(({ id, lead, title, note, path }) => (
                      <View key={id} className={styles.row} {...semantics({ role: 'listitem' })}>
                        <Cell
                          lead={lead}
                          title={title}
                          note={note}
                          onPress={() => {
                            onOpen?.()
                            goTo(path)
                          }}
                        />
                      </View>
                    ))}
                  </View>
                </Card>
              </View>
            )}
          </View>
        ))}
      <View className={styles.foot} />
    </>
  )
}

/** Those who teach a course at a venue, as in the list of coaches: with place, price and free times. */
function TeachingCoaches({ coaches, onOpen }: { coaches: Found['coaches']; onOpen: (() => void) | undefined }) {
  const cards = coaches.flatMap(({ card }) => card ?? [])
  if (cards.length === 0) return null
  return (
    <CardStack list="教练" className={styles.teaching}>
      {cards.map((card) => (
        <View key={card.id} {...semantics({ role: 'listitem' })}>
          <CoachRow coach={card} onOpen={onOpen} />
        </View>
      ))}
    </CardStack>
  )
}

type Row = { id: string; lead: ReactNode; title: string; note: ReactNode; path: string }
