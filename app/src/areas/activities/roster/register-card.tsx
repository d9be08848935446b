import { MAX_NAME } from '@paidang/domain/areas/activities/roster/import-rows'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { studentPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Chip } from '../../../ui/chip'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useRegisterStudent } from './roster-data'

/** Registers a student whom nobody knows by this number. The coach books for them until they claim it. */
export function RegisterCard({ phone }: { phone: string }) {
  const { data: coach } = useOwnCoachView()
  const companies = coach?.companies ?? []
  const [name, setName] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const register = useRegisterStudent()
  const companyId = chosenId ?? companies[0]?.id
  if (companyId === undefined) return null
  const done = register.answer
  const send = () => register.act({ body: { companyId, name: name.trim(), phone } })
  return (
    <Card>
      <CardHead title="先登记，再上课" />
      <View className="t-sub muted">他还没用过拍档也可以上课：您替他约课、签到、消课，他登录后再认领</View>
      {companies.length > 1 && (
        <View className="wrap-8 mt-12">
          {companies.map(({ id, companyName }) => (
            <Chip key={id} on={id === companyId} onPress={() => setChosenId(id)}>
              {companyName}
            </Chip>
          ))}
        </View>
      )}
      <View className="mt-12">
        <Field
          label="学员姓名"
          value={name}
          onInput={setName}
          maxLength={MAX_NAME}
          placeholder="真实姓名"
          icon="person"
        />
      </View>
      {register.refusal && <Notice tone="bad">{register.refusal}</Notice>}
      <View className="mt-12">
        {done ? (
          <Button full kind="ghost" label={`查看${done.name}`} onPress={() => goTo(studentPath(done.playerId))}>
            已登记，查看
          </Button>
        ) : (
          <Button
            full
            busy={register.isPending}
            lacks={name.trim() === '' ? '先填写学员姓名' : undefined}
            reason="先填写学员姓名"
            onPress={send}
          >
            登记为学员
          </Button>
        )}
      </View>
    </Card>
  )
}
