// Older GLSL takes whole numbers for floats where the browser's does not. Which are meant is seen by what the compiler complains of.

const complaint = /ERROR: \d+:(\d+): [^\n]*(?:int|overload|convert|operand|operation)/g;
const number = /(?<![\w.[])(\d+)(?![\w.\]])/g;

/**
 * A shader without the whole numbers that its compiler complains of.
 * @param {string} source
 * @param {string} problem in the compiler's words
 * @returns {string | undefined} nothing if there is nothing to mend
 */
export function mended(source, problem) {
    const wrong = new Set([...problem.matchAll(complaint)].map(([, line]) => Number(line)));
    let line = 0;
    const lines = source.split("\n").map((text) => {
        const [, set] = /^#line (\d+)/.exec(text) ?? [];
        line = set ? Number(set) - 1 : line + 1;
        return wrong.has(line) && !/^#|\bfor \(|\bint\b/.test(text) ? text.replace(number, "$1.0") : text;
    });
    const better = lines.join("\n");
    return better === source ? undefined : better;
}
