// JavaScript, because the browser gets this file as it is. It runs on the page of the reference. Who calls a log-in there sends its token with the calls that follow.

/** The part of an answer that carries the token, by the path of the log-in. */
const TOKEN_OF = {
  '/aaapi/auth/h5-login': ({ data }) => data.tokens.token,
  '/aaapi/staff/login': ({ data }) => data.token,
}

const logIn = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        setResponse:
          (show, { authActions }) =>
          (path, method, answer) => {
            if (answer.ok && TOKEN_OF[path]) {
              const schema = { type: 'http', scheme: 'bearer' }
              authActions.authorize({
                bearer: { name: 'bearer', schema, value: TOKEN_OF[path](JSON.parse(answer.text)) },
              })
            }
            return show(path, method, answer)
          },
      },
    },
  },
})

/**
 * A part of the document with its references in place, save of what contains itself.
 * The bundle's own way reads the whole document for each part, which takes seconds: swagger-ui, issue 10748.
 */
const resolve = (document, part, within = []) => {
  const inside = (one) => resolve(document, one, within)
  if (Array.isArray(part)) return part.map(inside)
  if (typeof part !== 'object' || part === null || within.includes(part.$ref)) return part
  if (part.allOf) return refusal(inside(part.allOf))
  if (!part.$ref) return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, inside(one)]))
  const named = at(document, part.$ref.split('/').slice(1))
  return { ...resolve(document, named, [...within, part.$ref]), $$ref: part.$ref }
}

/** What all refusals have, with the codes of this one. */
const refusal = ([all, { properties }]) => ({
  ...all,
  properties: { ...all.properties, code: { ...all.properties.code, ...properties.code } },
})

const at = (document, path) => path.reduce((node, key) => node[key], document)

const readQuickly = () => ({
  fn: { resolveSubtree: async (document, path) => ({ spec: resolve(document, at(document, path)), errors: [] }) },
})

const bundle = window.SwaggerUIBundle
window.SwaggerUIBundle = Object.assign(
  (config) => bundle({ ...config, plugins: [...config.plugins, logIn, readQuickly] }),
  bundle,
)
