import { Inputs } from "./inputs.js";
import { alike, corners, head, tail } from "./words.js";

const mostPrograms = 64; // kept; a page that has shown more compiles again
const pollMs = 8;
const mostCompileMs = 10_000;
const lostWithinMs = 60_000; // twice in this time: this browser had better not try again
const lateMs = 1000; // after which a picture that is not done is late

/** Draws shaders with WebGL, one after another, into a canvas of its own. */
export class ShaderHost {
    canvas;
    /** Whether it draws: not without WebGL2, nor while the context is lost. */
    isUsable = false;
    /** Whether the processor does a graphics card's work. */
    isSoftware = false;

    #gl;
    #inputs;
    #parallel;
    #programs = new Map(); // by source
    #lostMs = -Infinity;
    #fence;
    #fenceMs = 0;

    constructor() {
        if (!globalThis.OffscreenCanvas) return;
        this.canvas = new OffscreenCanvas(1, 1);
        this.#gl = this.canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false, preserveDrawingBuffer: true, powerPreference: "high-performance" });
        if (!this.#gl) return;
        this.canvas.addEventListener("webglcontextlost", (event) => this.#lose(event));
        this.canvas.addEventListener("webglcontextrestored", () => this.#begin());
        this.#begin();
    }

    get gl() {
        return this.#gl;
    }

    /**
     * Compiles a shader, without keeping the page waiting.
     * @param {string} source
     * @param {(gl: WebGL2RenderingContext, places: Record<string, WebGLUniformLocation>, scene: import("../stage/beat.js").Scene) => void} [give] sets what it reads
     *     besides what all do
     * @returns {Promise<string>} what is wrong with it; empty if it can be drawn
     */
    async compile(source, give) {
        const gl = this.#gl;
        if (this.#programs.has(source)) return "";
        const program = gl.createProgram();
        const shaders = [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, head + alike(source) + tail]].map(([kind, text]) => {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
            return shader;
        });
        gl.linkProgram(program);
        const isInTime = await this.#linked(program);
        const isGood = isInTime && gl.getProgramParameter(program, gl.LINK_STATUS);
        const problem = isGood ? "" : isInTime ? gl.getShaderInfoLog(shaders[1]) || "the context was lost" : "it takes too long to compile";
        for (const shader of shaders) gl.deleteShader(shader);
        if (isGood) this.#keep(source, program, give);
        else gl.deleteProgram(program);
        return problem.trim();
    }

    /**
     * Draws a shader into the canvas.
     * @param {string} source that was compiled
     * @param {import("../stage/beat.js").Scene} scene
     * @param {number} width of the canvas, in pixels
     * @param {number} height
     * @returns {boolean} whether it could
     */
    draw(source, scene, width, height) {
        const made = this.#programs.get(source);
        if (!made || !this.isUsable) return false;
        const { canvas } = this;
        const gl = this.#gl;
        if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
        gl.viewport(0, 0, width, height);
        gl.useProgram(made.program);
        this.#inputs.set(made.places, scene, width, height);
        made.give?.(gl, made.places, scene);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        return true;
    }

    /** Whether the pictures come late. One after another is watched. */
    isLate() {
        const gl = this.#gl;
        const isDone = this.#fence && gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) === gl.SIGNALED;
        if (this.#fence && !isDone) return performance.now() - this.#fenceMs > lateMs;
        if (isDone) gl.deleteSync(this.#fence);
        this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        this.#fenceMs = performance.now();
        return false;
    }

    #begin() {
        const gl = this.#gl;
        this.#programs.clear();
        this.#fence = undefined;
        this.#parallel = gl.getExtension("KHR_parallel_shader_compile");
        this.isSoftware = /swiftshader|llvmpipe|softpipe|basic render/i.test(driverOf(gl));
        gl.bindVertexArray(gl.createVertexArray());
        this.#inputs = new Inputs(gl);
        this.isUsable = !gl.isContextLost();
    }

    #lose(event) {
        this.isUsable = false;
        this.#programs.clear();
        const isAgain = performance.now() - this.#lostMs < lostWithinMs;
        this.#lostMs = performance.now();
        if (!isAgain) event.preventDefault(); // asks for it to be restored
    }

    async #linked(program) {
        const gl = this.#gl;
        if (!this.#parallel) return true;
        const untilMs = performance.now() + mostCompileMs;
        while (!gl.isContextLost() && !gl.getProgramParameter(program, this.#parallel.COMPLETION_STATUS_KHR)) {
            if (performance.now() > untilMs) return false;
            await new Promise((next) => setTimeout(next, pollMs));
        }
        return true;
    }

    #keep(source, program, give) {
        const gl = this.#gl;
        const places = {};
        const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
        for (let i = 0; i < count; i += 1) {
            const { name } = gl.getActiveUniform(program, i);
            places[name] = gl.getUniformLocation(program, name);
        }
        this.#programs.set(source, { program, places, give });
        if (this.#programs.size <= mostPrograms) return;
        const [eldest, { program: old }] = this.#programs.entries().next().value;
        this.#programs.delete(eldest);
        gl.deleteProgram(old);
    }
}

function driverOf(gl) {
    const named = gl.getExtension("WEBGL_debug_renderer_info");
    return String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}
