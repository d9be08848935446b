import type { BusinessCard } from '@paidang/api/areas/views/business-cards'
import {
  CARD_LENGTHS,
  type CardFault,
  type CardField,
  cardFaults,
} from '@paidang/domain/areas/views/business-cards/business-card'
import { MAX_TYPED_PHONE, plainPhone } from '@paidang/domain/kernel/phone'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useUnsaved } from '../../../platform/unsaved'
import { useFieldChecks } from '../../../platform/use-field-checks'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { confirmLeave } from '../../../ui/confirm'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { asSubmitted, IN_REVIEW, isInReview } from '../../ground/content/pending-content'
import { usePictureUpload } from '../../ground/files/picture-upload'
import { useSubmitAfterUploads } from '../../ground/files/submit-after-uploads'
import { AvatarField } from '../../people/profile/face-fields'
import { useOwnProfile } from '../../people/profile/player-data'
import styles from './business-card-view.module.scss'
import { type CardForm, formOf, useOwnCard, useSaveCard } from './card-data'
import { CardFace, TemplateChoice } from './parts/card-face'

/** 我的名片: content and design of the caller's own card, previewed while typing, saved by one button. */
export function BusinessCardView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="我的名片">{isLoggedIn ? <Loaded /> : <SignedOut />}</Page>
}

function Loaded() {
  const { data, cause, isPending, isFetching, refetch } = useOwnCard()
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <FormSkeleton />
  if (!data) {
    return isPending ? null : (
      <ErrorBlock title="名片没有取到" cause={cause ?? '获取名片信息失败'} onRetry={refetch} busy={isFetching} />
    )
  }
  return <CardEditor card={data} />
}

/** The draft with its uploads, and its saving. Input that could not be saved stays. */
function useCardForm(card: BusinessCard) {
  // The initial card of the form. A later answer must not change the input.
  const [begin] = useState(() => formOf(asSubmitted(card)))
  const [typed, setTyped] = useState(begin)
  const [isLeaving, setIsLeaving] = useState(false)
  const face = usePictureUpload('avatar')
  const save = useSaveCard()
  const [{ revision }] = useState(card)
  const draft = { ...typed, avatar: face.relativePath ?? typed.avatar }
  const checks = useFieldChecks<CardField>()
  const faults = draftFaults(draft)
  const check = () => {
    checks.send()
    return Object.keys(faults).length === 0
  }
  const isSaving = save.isPending || isLeaving
  const send = () => save.act({ ...draft, revision }, { onDone: leave })
  const submit = useSubmitAfterUploads({ uploads: [{ label: '头像', upload: face }], isSending: isSaving, check, send })
  const endQuestion = useUnsaved(isChanged(begin, draft) && !isLeaving, () => {
    submit.cancel()
    return confirmLeave()
  })
  const leave = () => {
    // The page takes a moment to close. This prevents a second save.
    setIsLeaving(true)
    endQuestion()
    back()
  }
  return {
    draft,
    set: (change: Partial<CardForm>) => setTyped((before) => ({ ...before, ...change })),
    face,
    checks,
    faults,
    isSaving,
    button: submit.button,
  }
}

function CardEditor({ card }: { card: BusinessCard }) {
  const { draft, set, face, checks, faults, isSaving, button } = useCardForm(card)
  const { data: player } = useOwnProfile()
  const field = (name: CardField) => ({
    label: fieldName(name),
    value: draft[name],
    onInput: (text: string) => set({ [name]: text }),
    onBlur: () => checks.leave(name),
    maxLength: name === 'phone' ? MAX_TYPED_PHONE : CARD_LENGTHS[name],
    hint: `${(name === 'phone' ? plainPhone(draft.phone) : draft[name]).length}/${CARD_LENGTHS[name]}${isInReview(card, name) ? ` · ${IN_REVIEW}` : ''}`,
    error: checks.shownFault(name, faults[name]),
  })
  return (
    <>
      <View className={classNames(styles.body, 'col-12 fill')}>
        {player && (
          <View className={styles.preview}>
            <CardFace player={player} card={{ ...draft, userId: card.userId }} portrait={face.picture?.address} />
          </View>
        )}
        <Card>
          <CardHead title="模板" />
          <TemplateChoice value={draft.templateId} onChange={(templateId) => set({ templateId })} />
        </Card>
        <Card>
          <AvatarField
            userId={card.userId}
            avatar={draft.avatar}
            upload={face}
            isInReview={isInReview(card, 'avatar')}
          />
          <Field {...field('name')} placeholder="名片上的称呼" confirmType="next" />
          <Field {...field('title')} placeholder="例如 周末双打常驻" confirmType="next" />
          <Field {...field('company')} placeholder="选填" autoComplete="organization" confirmType="next" />
          <Field {...field('introduction')} placeholder="打法、常去的场馆、想约什么样的球友" multiline />
        </Card>
        <Card>
          <CardHead title="联系方式" tail="拿到名片的人都能看到，可以不填" />
          <Field {...field('phone')} placeholder="选填" autoComplete="tel" confirmType="next" />
          <Field {...field('email')} placeholder="选填" autoComplete="email" confirmType="next" />
          <Field {...field('address')} placeholder="选填" autoComplete="street-address" />
        </Card>
      </View>
      <ActionBar
        actions={
          <Button full {...button}>
            {isSaving ? '保存中' : '保存'}
          </Button>
        }
      />
    </>
  )
}

function FormSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={360} radius={24} />
        <Skeleton height={132} radius={16} />
        <Skeleton height={420} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

const NAMES: Record<CardField, string> = {
  name: '姓名',
  title: '头衔',
  company: '俱乐部或单位',
  phone: '电话',
  email: '邮箱',
  address: '地址',
  introduction: '介绍',
}

/** The name of a field on the screen. */
const fieldName = (field: CardField): string => NAMES[field]

const SENTENCES: Record<CardFault, (field: CardField) => string> = {
  missing: (field) => `请填写${NAMES[field]}`,
  hidden: (field) => `${NAMES[field]}不能包含看不见的控制字符`,
  official: (field) => `${NAMES[field]}不能使用客服、官方、平台等字样`,
  too_long: (field) => `${NAMES[field]}最多 ${CARD_LENGTHS[field]} 个字`,
  phone: () => '请填写正确的电话，例如 138 0000 0000',
  email: () => '请填写正确的邮箱，例如 me@example.com',
}

/** The faults of a draft, as one sentence for each field. */
export function draftFaults(draft: CardForm): Partial<Record<CardField, string>> {
  const faults = Object.entries(cardFaults(draft)) as [CardField, CardFault][]
  return Object.fromEntries(faults.map(([field, fault]) => [field, SENTENCES[fault](field)]))
}

/** Whether a draft differs from its beginning. */
export function isChanged(begin: CardForm, draft: CardForm): boolean {
  return (Object.keys(begin) as (keyof CardForm)[]).some((key) => begin[key] !== draft[key])
}
