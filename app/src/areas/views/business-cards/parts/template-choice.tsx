import { CARD_TEMPLATES, type CardTemplateId } from '@paidang/domain/areas/business-cards/business-card'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { groundOf } from './card-face'
import styles from './template-choice.module.scss'

type Props = { value: CardTemplateId; onChange: (id: CardTemplateId) => void; busy?: boolean }

const IDS = CARD_TEMPLATES.map(({ id }) => id)

/** The five templates side by side, each as a small card with its name. */
export function TemplateChoice({ value, onChange, busy }: Props) {
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
            className={classNames(styles.item, on && styles.on)}
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
                <View className={styles.paper} />
              </View>
              {on && (
                <View className={styles.tick}>
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
