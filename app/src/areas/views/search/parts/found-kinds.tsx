import type { Found } from '@paidang/api/areas/home'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { ballDetailPath, stadiumDetailPath, userCardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Card, SectionHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { WrappedFacts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { dayText } from '../../../../ui/time-format'
import { VenuePicture } from '../../../../ui/venue-picture'
import styles from './found-kinds.module.scss'

/** The kinds of results, in the order of display. */
export const KINDS = ['coaches', 'venues', 'balls'] as const
export type FoundKind = (typeof KINDS)[number]

export const KIND_NAMES: Record<FoundKind, string> = { coaches: '教练', venues: '场馆', balls: '球局' }

type Props = { found: Found; kinds: readonly FoundKind[]; onOpen?: () => void }

/** The results of these kinds. Each leads to its page; `onOpen` is called when one is opened. */
export function FoundKinds({ found, kinds, onOpen }: Props) {
  const now = new Date()
  const rows: Record<FoundKind, Row[]> = {
    coaches: found.coaches.map(({ id, nickname, avatar, likesCount, companies }) => ({
      id,
      lead: <Avatar id={id} src={avatar} size={44} />,
      title: nickname,
      note: <WrappedFacts>{[companies[0] ?? '个人教练', likesCount > 0 ? `${likesCount} 个赞` : '']}</WrappedFacts>,
      path: userCardPath({ id }),
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
        .filter((kind) => rows[kind].length > 0)
        .map((kind) => (
          <View key={kind}>
            <SectionHead title={KIND_NAMES[kind]} />
            <View className={styles.body}>
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
          </View>
        ))}
      <View className={styles.foot} />
    </>
  )
}

type Row = { id: string; lead: ReactNode; title: string; note: ReactNode; path: string }
