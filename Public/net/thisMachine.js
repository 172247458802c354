/** Whether a page's address leads to the machine that it is opened on, whoever else uses it. @param {string} hostname */
export const isThisMachine = (hostname) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
