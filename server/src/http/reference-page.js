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

const bundle = window.SwaggerUIBundle
window.SwaggerUIBundle = Object.assign((config) => bundle({ ...config, plugins: [...config.plugins, logIn] }), bundle)
