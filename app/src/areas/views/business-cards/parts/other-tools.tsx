import type { PlayerCard } from '@paidang/api/areas/business-cards'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ActionSheet } from '../../../../ui/action-sheet'
import { Button } from '../../../../ui/button'
import { confirm } from '../../../../ui/confirm'
import { Icon } from '../../../../ui/icon'
import { LikeButton } from '../../../../ui/like-button'
import { Notice } from '../../../../ui/notice'
import { pressable } from '../../../../ui/semantics'
import { useMyCoaches } from '../../../activities/booking/coaches-data'
import { ReportSheet } from '../../../ground/reports/report-sheet'
import { useAddToBlacklist, useRemoveFromBlacklist } from '../../../people/blacklist/blacklist-data'
import { BLACKLIST_EFFECTS } from '../../../people/blacklist/effects'
import { useLeaveCoach, useLike, useTakeLikeBack } from '../player-card-data'
import styles from './other-tools.module.scss'

const PART = { key: 'part', icon: 'person', text: '解除师生关系', note: '不再是这位教练的学员', danger: true } as const

/** The actions on another person: like them for a shared class, report them, leave one's coach, block. */
export function OtherTools({ data }: { data: PlayerCard }) {
  const { player, card, like, blacklistId } = data
  const [isOpen, setIsOpen] = useState(false)
  const [isReporting, setIsReporting] = useState(false)
  const coaches = useMyCoaches(player.userType !== USER_TYPES.PLAYER)
  const isMyCoach = coaches.data?.some(({ coach }) => coach.id === player.id) ?? false
  const leave = useLeaveCoach()
  const add = useAddToBlacklist()
  const remove = useRemoveFromBlacklist()
  const takeAway = () => blacklistId !== null && remove.act(blacklistId)
  const block = async () => {
    const isSure = await confirm({
      title: `把${card.name}加入黑名单？`,
      line: BLACKLIST_EFFECTS,
      confirmText: '加入黑名单',
      danger: true,
    })
    if (isSure) add.act(player.id)
  }
  const part = async () => {
    const isSure = await confirm({
      title: `解除与${card.name}的师生关系？`,
      line: '解除后，对方不再看到你的手机号，也不能替你约课、评定等级。合同和上过的课都会保留。',
      confirmText: '解除',
      danger: true,
    })
    if (isSure) leave.act(player.id)
  }
  const acts = { report: () => setIsReporting(true), part, add: block, remove: takeAway }
  return (
    <>
      <View className={styles.row}>
        {like && <Like data={data} like={like} />}
        {like && <View className={styles.hint}>一起上过课，可以给 TA 点赞</View>}
        <View
          className={styles.more}
          hoverClass={styles.pressed}
          {...pressable({
            label: '更多操作',
            popup: 'menu',
            busy: add.isPending || leave.isPending,
            onPress: () => setIsOpen(true),
          })}
        >
          <Icon name="more" />
        </View>
      </View>
      {blacklistId !== null && (
        <Notice
          tone="wait"
          icon="block"
          tail={
            <Button kind="plain" size="s" busy={remove.isPending} onPress={takeAway}>
              移出
            </Button>
          }
        >
          在你的黑名单里
        </Notice>
      )}
      <ActionSheet
        open={isOpen}
        onClose={() => setIsOpen(false)}
        caption={card.name}
        actions={[
          { key: 'report', icon: 'warning', text: '举报', note: '昵称、头像、简介或照片有问题' },
          ...(isMyCoach ? [PART] : []),
          blacklistId === null
            ? { key: 'add', icon: 'block', text: '加入黑名单', note: '彼此看不到对方', danger: true }
            : { key: 'remove', icon: 'block', text: '移出黑名单', note: '彼此又能看到对方' },
        ]}
        onSelect={(key) => acts[key]()}
      />
      <ReportSheet
        open={isReporting}
        name={`${card.name}的资料`}
        object={{ kind: 'user', objectId: player.id }}
        onClose={() => setIsReporting(false)}
      />
    </>
  )
}

type LikeProps = { data: PlayerCard; like: NonNullable<PlayerCard['like']> }

/** The number changes with the press, and returns if the call fails. */
function Like({ data: { player, card }, like }: LikeProps) {
  const give = useLike(player.id)
  const takeBack = useTakeLikeBack()
  const { recordId } = like
  const busy = give.isPending || takeBack.isPending
  const was = recordId !== null
  return (
    <LikeButton
      name={card.name}
      count={player.likesCount + (busy ? (was ? -1 : 1) : 0)}
      on={busy ? !was : was}
      busy={busy}
      onToggle={() => (recordId === null ? give.act(like) : takeBack.act(recordId))}
    />
  )
}
