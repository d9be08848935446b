import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { BusinessCard } from '@paidang/api/areas/views/business-cards'
import { CARD_TEMPLATES, type CardTemplateId } from '@paidang/domain/areas/views/business-cards/business-card'
import { Image, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Ball } from '../../../../ui/ball'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { HeroGround } from '../../../../ui/hero-ground'
import { Icon } from '../../../../ui/icon'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { levelText } from '../../../people/profile/level-scale'
import styles from './card-face.module.scss'

type Player = Pick<
  PlayerView,
  | 'region'
  | 'level'
  | 'levelIsUnsaid'
  | 'handedness'
  | 'handIsUnsaid'
  | 'backhandStyle'
  | 'backhandIsUnsaid'
  | 'likesCount'
  | 'ballsCount'
>

type Props = {
  player: Player
  card: Pick<BusinessCard, 'userId' | 'templateId' | 'name' | 'title' | 'company' | 'introduction' | 'avatar'>
  /** Full address of a local picture that replaces the portrait of the card. */
  portrait?: string | undefined
  /** Full address of the code that leads here. Its space is reserved while it is unknown, so nothing moves. */
  code?: string | undefined
}

/** The card as it is shared: portrait, level, hand, numbers, text and code on its template. */
export function CardFace({ player, card, portrait, code }: Props) {
  const { region, handedness, backhandStyle, likesCount, ballsCount } = player
  return (
    <View
      className={styles.face}
      style={groundOf(card.templateId)}
      {...semantics({ role: 'group', label: '球员名片' })}
    >
      <HeroGround className={styles.ground}>
        <View className="row-0">
          <Ball size={28} />
          <View className={classNames(styles.product, 'fill t-headline')}>拍档</View>
          <View className={styles.kind}>球员名片</View>
        </View>
        <View className={classNames(styles.person, 'row-0')}>
          <Avatar id={card.userId} src={card.avatar} address={portrait} size={84} />
          <View className={classNames(styles.words, 'grow')}>
            <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
              {card.name || '你的名字'}
            </View>
            {region !== '' && <View className={styles.region}>{region}</View>}
            {!player.levelIsUnsaid && <Tag kind="lime">{levelText(player)}</Tag>}
          </View>
        </View>
        <View className={styles.numbers}>
          {!player.handIsUnsaid && <Fact name="持拍">{handedness === 0 ? '右手' : '左手'}</Fact>}
          {!player.backhandIsUnsaid && <Fact name="反手">{backhandStyle === 'double' ? '双反' : '单反'}</Fact>}
          <Fact name="获赞">{likesCount}</Fact>
          <Fact name="球局">{ballsCount}</Fact>
        </View>
      </HeroGround>
      <View className={styles.paper}>
        <View className="grow">
          <View className="t-headline breaks">
            <Facts>
              {card.title}
              {card.company}
            </Facts>
          </View>
          {card.introduction !== '' && (
            <View className={classNames(styles.introduction, 'mt-4 t-sub muted breaks')}>{card.introduction}</View>
          )}
        </View>
        <View className={classNames(styles.scan, 'keep t-centre', !code && styles.unknown)}>
          {code ? (
            <Image className={styles.code} src={code} {...semantics({ role: 'img', label: '名片码，扫码打开' })} />
          ) : (
            <View className={styles.code} />
          )}
          <View className="mt-4 t-caption muted">扫码约我</View>
        </View>
      </View>
    </View>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <View className="grow">
      <View className={styles.value}>{children}</View>
      <View className={styles.label}>{name}</View>
    </View>
  )
}

/** The colours of a template, which replace those of the green court. */
function groundOf(templateId: CardTemplateId): Record<string, string> {
  const { from, to } = CARD_TEMPLATES.find(({ id }) => id === templateId) ?? CARD_TEMPLATES[0]
  return { '--hero-from': from, '--hero-glow': from, '--hero-to': to }
}

type TemplateChoiceProps = { value: CardTemplateId; onChange: (id: CardTemplateId) => void; busy?: boolean }

const IDS = CARD_TEMPLATES.map(({ id }) => id)

/** The five templates side by side, each as a small card with its name. */
export function TemplateChoice({ value, onChange, busy }: TemplateChoiceProps) {
  return (
    <View
      className={styles.row}
      {...semantics({ role: 'radiogroup', label: '名片模板', busy })}
      {...roving({ keys: IDS, value, onChange: (id) => onChange(id as CardTemplateId) })}
    >
      {CARD_TEMPLATES.map(({ id, name, description }) => {
        const on = id === value
        return (
          <View
            key={id}
            className={classNames(styles.item, 'col-0 grow', on && styles.on)}
            data-key={id}
            {...pressable({
              role: 'radio',
              checked: on,
              label: `${name}，${description}`,
              tabIndex: on ? 0 : -1,
              onPress: () => !on && onChange(id),
            })}
          >
            <View className={styles.swatch} style={groundOf(id)}>
              <View className={styles.colours}>
                <View className={styles.choicePaper} />
              </View>
              {on && (
                <View className={classNames(styles.tick, 'centre')}>
                  <Icon name="check" size={12} />
                </View>
              )}
            </View>
            {name}
          </View>
        )
      })}
    </View>
  )
}
